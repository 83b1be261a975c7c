// A repository as a whole, compared with policies.
import type { Tx } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import { repositoryMatcher } from '#domain/enforcement/policies.js'
import {
  asksByRule,
  asksOfRepository,
  brokenRepositoryRules,
  partsAskedFor
} from '#domain/enforcement/repository-rules.js'
import {
  actionOfRule,
  missingOf,
  type RepositoryWish,
  SETUP_ACTIONS,
  type SetupIntent
} from '#domain/enforcement/repository-wish.js'
import type { JsonObject } from '#schemas/common.js'
import { REPOSITORY_RULES, WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { type ActionRow, newestActionOfEffect } from '#store/actions/actions.js'
import type { CorrectingWrite } from './correction.js'
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
    mends: (actionType, breaches) => breaches.some(({ field }) => actionOfRule(field) === actionType),
    async correctionsOf(tx, enforced) {
      const wish = missingOf(
        enforced.map(({ policy }) => policy),
        observed
      )
      const corrections: CorrectingWrite[] = []
      for (const write of writesOf(wish)) {
        const last = await newestActionOfEffect(tx, { repoId, ...effectOf(write.intent.actionType) })
        corrections.push({ ...write, target: REPOSITORY, actionKey: write.intent.actionType, last })
      }
      return corrections
    }
  }
}

const REPOSITORY = { type: 'repo' } as const

/** The reconciler writes under the same keys, so that one of both writes at a time. */
const effectOf = (actionType: string) => ({ actionKey: actionType, target: targetLabel(REPOSITORY) })

/** The last of each type. */
async function lastOf(tx: Tx, repoId: number): Promise<ActionRow[]> {
  const last: ActionRow[] = []
  for (const actionType of SETUP_ACTIONS) {
    const found = await newestActionOfEffect(tx, { repoId, ...effectOf(actionType) })
    if (found) last.push(found)
  }
  return last
}

interface Write {
  intent: SetupIntent
  asked: JsonObject
}

function writesOf({ labels, settings, isTokenReadOnly }: RepositoryWish): Write[] {
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
