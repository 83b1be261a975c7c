// Asks the host once more before a branch is deleted, and takes over how that ended.
import type { Deps, Tx } from '#deps.js'
import { numberOrZero } from '#domain/json/path.js'
import type { PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { ActionRow } from '#store/actions/actions.js'
import { intentOfAction } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { BRANCH_SOURCE, judgeBranch } from './branch-cleanup.js'
import { setupOf } from './config.js'
import { settleMaintenance } from './settle.js'

interface Deletion {
  name: string
  sha: string
  pull: number
}

/** Undefined for actions of others. */
function deletionOf(row: ActionRow): Deletion | undefined {
  const intent = intentOfAction(row)
  const { source, targetBranch: name, evidence } = row
  if (source !== BRANCH_SOURCE || intent.actionType !== 'delete-branch' || name === null) return undefined
  // Cast at the database boundary: evidence is JSON.
  return { name, sha: intent.arguments.sha, pull: numberOrZero(evidence as JsonObject, 'branch_of_pull') }
}

/** Right before the write: at the same commit, unprotected, unused, and nothing of it is lost. */
export async function checkStillEnded(
  deps: Deps,
  { row, place, config }: PendingAction
): Promise<ActionStop | undefined> {
  const deletion = deletionOf(row)
  if (!deletion) return undefined
  const { name, sha, pull } = deletion
  const live = await deps.host.branchState(place, { branch: name, pull })
  const setup = await setupOf(deps.db, row.repoId, config)
  const { verdict } = await judgeBranch(deps, deps.db, {
    repoId: row.repoId,
    setup,
    name,
    examined: sha,
    live,
    // The guards of the action have looked for waivers and dry runs.
    waiverId: null,
    isDryRun: false
  })
  if (verdict.decision === 'acted') return undefined
  const detail = verdict.reason ?? 'It is not to be deleted any more.'
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: { tip: live?.tip ?? null } }
}

export async function followDeletion(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const deletion = deletionOf(row)
  if (deletion) await settleMaintenance(deps, tx, row, { result: `It was deleted at ${deletion.sha}.` })
}
