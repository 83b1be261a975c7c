// A branch, compared with policies: what holds for it is the union of its protection and its rulesets.
import type { Tx } from '#deps.js'
import { protectionKey, targetLabel } from '#domain/actions/actions.js'
import {
  breachesOf,
  brokenRules,
  floorOf,
  floorOfBreaches,
  reaches,
  strictest
} from '#domain/enforcement/policies.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { type ActionRow, findAction, lastActionOfEffect } from '#store/actions/actions.js'
import { saveCompliance } from '#store/enforcement/compliance.js'
import type { ViolationRow } from '#store/enforcement/violations.js'
import { ruleReadAt } from '#store/mirror/branch-rules.js'
import { writeBranchRules } from '../mirror/branch-rules.js'
import { type CorrectingWrite, isOpen } from './correction.js'
import type { EnforcementRun, OpenFinding, Subject } from './judge.js'
import type { ShownBranch } from './protections.js'

export function branchSubject(
  { repository: { repoId, fullName } }: EnforcementRun,
  live: ShownBranch
): Subject {
  const { branch, readAt, rule } = live
  return {
    branch,
    readAt,
    isReachedBy: (policy) => reaches(policy, fullName, branch),
    breachesOf: (policy) => brokenRules(policy, live),
    asksBy: (policy, field) => breachesOf(floorOf(policy), UNPROTECTED).some((one) => one.field === field),
    async lastActions(tx, violations) {
      const last = await lastCorrection(tx, { repoId, branch }, violations)
      return last ? [last] : []
    },
    mends: () => true,
    correctionsOf: (enforced, [last]) => correctionsOf(branch, enforced.filter(isOpen), last),
    mirroredAt: (tx) => ruleReadAt(tx, repoId, branch),
    // The mirror shows what is judged.
    async mirror(tx, held) {
      await writeBranchRules(tx, held, { repoId, items: rule ? [rule] : [], at: readAt, branch })
    },
    saveCompliance: (tx, violationIds) =>
      saveCompliance(
        tx,
        { repoId, branch },
        { compliant: violationIds.length === 0, violationIds, at: readAt }
      )
  }
}

async function lastCorrection(
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string },
  violations: readonly ViolationRow[]
): Promise<ActionRow | undefined> {
  const ids = violations.flatMap(({ actionId }) => actionId ?? [])
  const own = ids.length === 0 ? undefined : await findAction(tx, Math.max(...ids))
  const target = targetLabel({ type: 'branch', branch })
  const last = await lastActionOfEffect(tx, { repoId, actionKey: protectionKey(branch), target })
  // The reconciler corrects under the same key, and so do people.
  const isLater = last?.actionType === 'tighten-protection' && last.id > (own?.id ?? 0)
  return isLater ? last : own
}

/** The strictest value of all that is enforced, field by field. */
function correctionsOf(
  branch: string,
  open: readonly OpenFinding[],
  last: ActionRow | undefined
): CorrectingWrite[] {
  const floor = strictest(open.map(({ policy, change }) => floorOfBreaches(floorOf(policy), change.breaches)))
  if (Object.keys(floor).length === 0) return []
  const intent = { actionType: 'tighten-protection', arguments: { branch, floor } } as const
  const target = { type: 'branch', branch } as const
  return [{ intent, target, actionKey: protectionKey(branch), asked: { ...floor }, last }]
}
