// A repository as a whole, compared with policies.

import type { Tx } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import {
  asksByRule,
  asksOfRepository,
  brokenRepositoryRules,
  isMendedBy,
  partsAskedFor
} from '#domain/enforcement/repository-rules.js'
import { missingOf, type RepositoryCorrection } from '#domain/enforcement/repository-wish.js'
import { SETUP_ACTIONS, type SetupIntent } from '#domain/enforcement/setup.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import type { JsonObject } from '#schemas/common.js'
import { REPOSITORY_RULES, WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import { lastAttemptOfEffect } from '#store/actions/marks.js'
import type { EnforcementRun, Subject } from './judge.js'
import type { ShownRepository } from './repository-reading.js'

export function repositorySubject(
  { repository: { repoId, fullName } }: EnforcementRun,
  { observed, parts, readAt }: ShownRepository
): Subject {
  return {
    branch: WHOLE_REPOSITORY,
    readAt,
    isReachedBy: (policy) =>
      asksOfRepository(policy) &&
      partsAskedFor(policy).every((part) => parts.has(part)) &&
      repositoryMatcher(policy.repoFilter)(fullName),
    breachesOf: (policy) => brokenRepositoryRules(policy, observed),
    asksBy: (policy, field) => REPOSITORY_RULES.some((rule) => rule === field && asksByRule(policy, rule)),
    lastActions: (tx) => lastOf(tx, repoId),
    mends: (actionType, breaches) => breaches.some((breach) => isMendedBy(breach, actionType)),
    correctionsOf(enforced, lastActions) {
      const policies = enforced.map(({ policy }) => policy)
      return writesOf(missingOf(policies, observed)).map((write) => {
        const { actionType } = write.intent
        const last = lastActions.find((action) => action.actionType === actionType)
        return { ...write, target: REPOSITORY, actionKey: actionType, last }
      })
    }
  }
}

const REPOSITORY = { type: 'repo' } as const

/** The last of each type. The reconciler writes under the same keys, so that one of both writes at a time. */
async function lastOf(tx: Tx, repoId: number): Promise<ActionRow[]> {
  const last: ActionRow[] = []
  for (const actionKey of SETUP_ACTIONS) {
    const found = await lastAttemptOfEffect(tx, { repoId, actionKey, target: targetLabel(REPOSITORY) })
    if (found) last.push(found)
  }
  return last
}

interface Write {
  intent: SetupIntent
  asked: JsonObject
}

function writesOf({ labels, settings, isTokenReadOnly }: RepositoryCorrection): Write[] {
  const writes: Write[] = []
  if (labels.length > 0)
    writes.push({
      intent: { actionType: 'set-labels', arguments: { labels } },
      asked: { labels: labels.map(({ name, color }) => `${name} #${color}`) }
    })
  if (Object.keys(settings).length > 0)
    writes.push({
      intent: { actionType: 'set-repository-settings', arguments: { wish: settings } },
      asked: { ...settings }
    })
  if (isTokenReadOnly)
    writes.push({
      intent: { actionType: 'set-workflow-token', arguments: { permission: 'read' } },
      asked: { workflow_token: 'read' }
    })
  return writes
}
