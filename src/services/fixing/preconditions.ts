// Whether an issue still asks for its change, at the moment at which that is to be proposed: people may have closed it or
// taken its label off since it was decided, and no event need have told of that yet.

import type { Deps } from '#deps.js'
import { findIssueObjection } from '#domain/fixing/fix.v1.js'
import { valueAt } from '#domain/json/path.js'
import type { PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { FIX_ERRORS, type FixError } from '#schemas/fixing/words.js'
import type { ActionRow } from '#store/actions/actions.js'
import { findFix } from '#store/fixing/attempts.js'
import { issueByNumber } from '#store/mirror/mirror.js'
import type { ActionStop } from '../actions/policy-check.js'
import { baseBranchOf, fixIssueInputs, fixSettings } from './evaluation-input.js'

/** Nothing where the action is not the proposal of a fix. */
export async function checkFixStillWanted(
  deps: Deps,
  proposing: PendingAction
): Promise<ActionStop | undefined> {
  const { row, place, config } = proposing
  if (row.source !== 'issue_fix' || row.actionType !== 'create-patch-pr' || row.sourceId === null)
    return undefined
  const fix = await findFix(deps.db, row.sourceId)
  if (!fix) return undefined
  const { repoId, issueNumber } = fix
  const [known, base] = await deps.transaction(
    async (tx) => [await issueByNumber(tx, repoId, issueNumber), await baseBranchOf(tx, fix)] as const
  )
  const shown = known && (await deps.host.fetchItem('issues', place, issueNumber))
  // Where it went to another repository, the host shows that one.
  const issue = shown?.hostId === known?.hostId ? shown : undefined
  const objection = findIssueObjection(
    { issue: fixIssueInputs(issueNumber, issue, base) },
    fixSettings(config)
  )
  if (!objection) return undefined
  const { reason: detail, plan } = objection
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: { fix_error: plan.error } }
}

/** The guards that are asked of every action, by the words of attempts. */
const ERROR_BY_GUARD: ReadonlyMap<string, FixError> = new Map([
  ['pillar_enabled', 'pillar_disabled'],
  ['waiver_active', 'waived'],
  ['is_dry_run', 'dry_run']
])

/** By which word an attempt ends whose proposal was stopped; nothing where it failed of something else. */
export function fixErrorOfStop({ evidence }: ActionRow): FixError | undefined {
  // The border to the column: evidence is JSON.
  const stopped = evidence as JsonObject
  const said = valueAt(stopped, 'fix_error')
  const guards = valueAt(stopped, 'guards')
  const last = Array.isArray(guards) ? valueAt(guards.at(-1), 'check') : undefined
  const guard = typeof last === 'string' ? last.split('(', 1)[0] : undefined
  return FIX_ERRORS.find((one) => one === said) ?? ERROR_BY_GUARD.get(guard ?? '')
}
