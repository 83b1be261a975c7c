// Removes the branch of a rollback that has no pull request.
import type { Deps } from '#deps.js'
import { type ActionRow, lockAction, retryIdOf } from '#store/actions/actions.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { effectOrderOf } from '../actions/action-row.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { patchBranchOf, proposeBranchDeletion } from '../patches/branch-cleanup.js'

/** An action that was stopped before it began has left nothing, unless it is a retry. */
export async function clearBranch(deps: Deps, action: ActionRow): Promise<void> {
  if (action.executedAt === null && action.parentActionId === null) return
  const tip = await leftTip(deps, action)
  if (tip === undefined) return
  await deps.transaction(async (tx) => {
    await lockRepository(tx, action.repoId)
    // A retry locks the same row, and builds on the branch.
    const row = await lockAction(tx, action.id)
    if (row && (await retryIdOf(tx, row.id)) === undefined) await proposeBranchDeletion(deps, tx, row, tip)
  })
}

/** A pull request that is there all the same keeps its branch. */
async function leftTip(deps: Deps, action: ActionRow): Promise<string | undefined> {
  const repository = await repositoryById(deps.db, action.repoId)
  if (!repository.live || repository.isSuspended) return undefined
  const place = repositoryAccessOf(repository)
  const finding = await deps.host.effects.find(place, effectOrderOf(action))
  return finding.is === 'absent' ? deps.host.branchTip(place, patchBranchOf(action)) : undefined
}
