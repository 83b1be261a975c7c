// Action statistics from the stored counters, in the form of the API.

import type { Abstentions, ActionSummary } from '#schemas/actions/actions.js'
import {
  ACTION_STATUSES,
  type ActionStatus,
  type ActionType,
  type BlockedReason
} from '#schemas/actions/enums.js'
import { counter, type Topic, topic, wordsAfter } from '../counters/counter.js'
import type { Sums } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    actions:
      | ['actions', 'tried']
      | ['actions', 'late']
      | ['actions', 'in', string, ActionStatus]
      | ['actions', 'blocked', `${BlockedReason | null}`, ActionType]
  }
}

interface Part {
  words: string[]
  count: number
}

/** The words after a topic with their counts; empty counters are left out. */
function partsOf(sums: Sums, about: Topic): Part[] {
  return [...sums].flatMap(([measure, count]) => {
    const words = wordsAfter(about, measure)?.split('.')
    return words === undefined || count <= 0 ? [] : [{ words, count }]
  })
}

const total = (parts: readonly Part[]) => parts.reduce((sum, { count }) => sum + count, 0)

export function actionSummaryOf(sums: Sums): ActionSummary {
  const parts = partsOf(sums, topic('actions', 'in'))
  const countOf = (status: ActionStatus) => total(parts.filter(({ words: [, word] }) => word === status))
  const byStatus = ACTION_STATUSES.map((status) => ({ status, count: countOf(status) }))
  const byPillar = parts.flatMap(({ words: [pillar, word], count }) =>
    ACTION_STATUSES.filter((status) => status === word).map((status) => ({
      pillar: pillar || null,
      status,
      count
    }))
  )
  return {
    summary: byStatus.sort((a, b) => b.count - a.count),
    by_pillar: byPillar.sort((a, b) => b.count - a.count)
  }
}

export function abstentionTotals(sums: Sums): Abstentions['totals'] {
  const parts = partsOf(sums, topic('actions', 'in'))
  const inStatus = (...statuses: string[]) =>
    total(parts.filter(({ words: [, status = ''] }) => statuses.includes(status)))
  const blocked = partsOf(sums, topic('actions', 'blocked'))
  const because = (reason: string) => total(blocked.filter(({ words: [word] }) => word === reason))
  return {
    blocked_total: inStatus('blocked'),
    failed_total: inStatus('failed'),
    mutation_success_total: inStatus('succeeded', 'reconciled') + (sums.get(counter('actions', 'late')) ?? 0),
    mutation_attempts_total: sums.get(counter('actions', 'tried')) ?? 0,
    blocked_target_drifted: because('target_drifted'),
    blocked_duplicate: because('duplicate_action'),
    blocked_policy: because('policy_denied'),
    blocked_marker: because('marker_ambiguous')
  }
}
