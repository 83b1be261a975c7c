// Decision statistics from the stored counters, in the form of the API.

import {
  DECISION_SOURCES,
  DECISIONS,
  type DecisionSource,
  type DecisionSummary,
  type DecisionWord
} from '#schemas/decisions/decisions.js'
import { counter } from '../counters/counter.js'
import type { Sums } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    decisions: ['decisions', 'of', DecisionSource, DecisionWord] | ['decisions', 'in', string]
  }
}

const countIn = (sums: Sums, source: DecisionSource, decision: DecisionWord) =>
  sums.get(counter('decisions', 'of', source, decision)) ?? 0

/** The combinations of source and decision that occur, in the order of sources. */
export function decisionKinds(sums: Sums): (readonly [DecisionSource, DecisionWord])[] {
  return DECISION_SOURCES.flatMap((source) =>
    DECISIONS.filter((word) => countIn(sums, source, word) > 0).map((word) => [source, word] as const)
  )
}

interface LastOfKind {
  source: string
  decision: string
  at: string
}

export function decisionSummaryOf(sums: Sums, last: readonly LastOfKind[]): DecisionSummary {
  const lastOf = (source: string, decision?: string) =>
    last
      .filter((entry) => entry.source === source && (decision === undefined || entry.decision === decision))
      .map(({ at }) => at)
      .reduce((a, b) => (a > b ? a : b), '')
  const kinds = decisionKinds(sums)
  const data = kinds.map(([source, decision]) => ({
    source,
    decision,
    count: countIn(sums, source, decision),
    last_decision: lastOf(source, decision)
  }))
  const sources = DECISION_SOURCES.filter((source) => kinds.some(([known]) => known === source))
  return {
    data: sources.flatMap((source) =>
      data.filter((entry) => entry.source === source).sort((a, b) => b.count - a.count)
    ),
    by_source: sources.map((source) => ({
      source,
      ...decisionCounts((word) => countIn(sums, source, word)),
      last_decision: lastOf(source)
    })),
    totals: decisionCounts((word) =>
      DECISION_SOURCES.reduce((sum, source) => sum + countIn(sums, source, word), 0)
    )
  }
}

function decisionCounts(count: (word: DecisionWord) => number) {
  const [acted, skipped, dry_run, blocked, error] = [
    count('acted'),
    count('skipped'),
    count('dry_run'),
    count('blocked'),
    count('error')
  ]
  return { total: acted + skipped + dry_run + blocked + error, acted, skipped, dry_run, blocked, error }
}
