// A landing whose tree is not the tree that was tested: the lane has stopped, and taking the merge back is proposed.
import type { Deps, JobPayload } from '#deps.js'
import type { UntestedLanding } from '#registry.js'
import { entryOfPull } from '#store/merge-queue/entries.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { findWaiver } from '../waivers/waivers.js'
import { mergeOfEntry, openRollback } from './open.js'

const DETAILS =
  'The base holds another tree than the one that was tested. The queue has stopped, and lands nothing until somebody saves `enabled: true` in its configuration.'

/** In a job of its own: whoever tells holds a lane. */
export const requestUntested: UntestedLanding = async ({ queue }, tx, { repoId, prNumber, decisionId }) => {
  const payload = { repo_id: repoId, pr_number: prNumber, decision_id: decisionId }
  await queue.enqueue(tx, 'rollbacks.untested', [{ payload }])
}

/** Repeatable: a merge has one rollback. */
export async function proposeUntested(
  deps: Deps,
  { repo_id: repoId, pr_number: number, decision_id: decisionId }: JobPayload<'rollbacks.untested'>
): Promise<void> {
  const repository = await repositoryById(deps.db, repoId)
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const entry = await entryOfPull(tx, repoId, number)
    if (entry?.status !== 'merged' || entry.mergeSha === null) return
    const { headBranch, baseBranch } = entry
    const subject = { pr: number, branches: [headBranch, baseBranch] }
    if (await findWaiver(tx, { repoId, pillar: 'merge_queue', at: deps.now(), ...subject })) return
    const merge = await mergeOfEntry(tx, entry)
    const reason = 'policy_violation'
    await openRollback(deps, tx, { repository, baseBranch, merge, reason, details: DETAILS, decisionId })
  })
}
