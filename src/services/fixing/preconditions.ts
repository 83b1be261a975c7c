// Checks just before the proposal whether the issue still asks for its fix: people may have closed or unlabelled it,
// and the webhook may not have arrived yet.

import type { Deps } from '#deps.js'
import { findIssueObjection } from '#domain/fixing/fix.v1.js'
import { valueAt } from '#domain/json/path.js'
import type { PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { FIX_ERRORS, type FixError } from '#schemas/fixing/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import { findFix } from '#store/fixing/attempts.js'
import { issueByNumber } from '#store/mirror/mirror.js'
import type { ActionStop } from '../actions/policy-check.js'
import { baseBranchOf, fixIssueInputs, fixSettings } from './evaluation-input.js'

/** Returns undefined if the action does not propose a fix. */
export async function checkFixStillWanted(
  deps: Deps,
  pending: PendingAction
): Promise<ActionStop | undefined> {
  const { row, place, config } = pending
  if (row.source !== 'issue_fix' || row.actionType !== 'create-patch-pr' || row.sourceId === null)
    return undefined
  const fix = await findFix(deps.db, row.sourceId)
  if (!fix) return undefined
  const { repoId, issueNumber } = fix
  const [known, base] = await deps.transaction(
    async (tx) => [await issueByNumber(tx, repoId, issueNumber), await baseBranchOf(tx, fix)] as const
  )
  const shown = known && (await deps.host.fetchItem('issues', place, issueNumber))
  // If the issue was transferred, the host shows the issue of the other repository.
  const issue = shown?.hostId === known?.hostId ? shown : undefined
  const objection = findIssueObjection(
    { issue: fixIssueInputs(issueNumber, issue, base) },
    fixSettings(config)
  )
  if (!objection) return undefined
  const { reason: detail, plan } = objection
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: { fix_error: plan.error } }
}

/** Guards of all actions, and the errors that attempts report for them. */
const ERROR_BY_GUARD: ReadonlyMap<string, FixError> = new Map([
  ['pillar_enabled', 'pillar_disabled'],
  ['waiver_active', 'waived'],
  ['is_dry_run', 'dry_run']
])

/** The error of an attempt whose action was stopped; undefined if the action failed for another reason. */
export function fixErrorOfStop({ evidence }: ActionRow): FixError | undefined {
  // Cast at the database boundary: evidence is JSON.
  const details = evidence as JsonObject
  const fixError = valueAt(details, 'fix_error')
  const guards = valueAt(details, 'guards')
  const last = Array.isArray(guards) ? valueAt(guards.at(-1), 'check') : undefined
  const guard = typeof last === 'string' ? last.split('(', 1)[0] : undefined
  return FIX_ERRORS.find((candidate) => candidate === fixError) ?? ERROR_BY_GUARD.get(guard ?? '')
}
