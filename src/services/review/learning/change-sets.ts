// Remembers which files were changed together: each push to the default branch is one change.
import type { EventOf } from '#registry.js'
import { insertChangeSet } from '#store/review/change-sets.js'
import type { DeliveryContext } from '../../deliveries/handle.js'

/** A larger push changes the repository as a whole, and tells nothing about single files. */
const MOST_PATHS = 60

export async function recordChangeSet(
  { tx, at }: DeliveryContext,
  { repository, pushed }: EventOf<'push'>
): Promise<void> {
  if (!pushed?.isWhole || pushed.branch !== repository.defaultBranch) return
  const { commit, paths } = pushed
  if (paths.length === 0 || paths.length > MOST_PATHS) return
  await insertChangeSet(tx, { repoId: repository.hostId, commitSha: commit, paths, pushedAt: at })
}
