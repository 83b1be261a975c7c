// Shows the queue of a repository.
import type { Deps } from '#deps.js'
import { freezeAt } from '#domain/merge-queue/batches.js'
import type { RepoParams } from '#schemas/common.js'
import type { QueueEntry, QueueLane, RepositoryQueue } from '#schemas/merge-queue/queue.js'
import { queueConfigOf } from '#store/merge-queue/configs.js'
import { lanesShown } from '#store/merge-queue/lanes.js'
import { entriesOfRepository } from '#store/merge-queue/lists.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { configurationShown } from './configure.js'
import { laneSettingsOf, storedQueueSetup } from './setup.js'

export async function showQueue(
  deps: Deps,
  repo: RepoParams,
  includeInactive: boolean
): Promise<RepositoryQueue> {
  const { repoId } = await repositoryByName(deps.db, repo)
  const [entries, config, lanes, setup] = await Promise.all([
    entriesOfRepository(deps.db, repoId, includeInactive),
    queueConfigOf(deps.db, repoId),
    lanesShown(deps.db, repoId),
    storedQueueSetup(deps, deps.db, repoId)
  ])
  const freeze = freezeAt(laneSettingsOf(setup), deps.now().getTime())
  return {
    entries,
    config: config ? configurationShown(config) : null,
    lanes: lanesOfEntries(entries).map((lane) => ({
      ...lane,
      frozen: freeze?.reason ?? null,
      stopped: lanes.find(({ baseBranch }) => baseBranch === lane.base_branch)?.stopped ?? null
    }))
  }
}

function lanesOfEntries(
  entries: readonly QueueEntry[]
): Pick<QueueLane, 'base_branch' | 'depth' | 'head_pr'>[] {
  const active = entries.filter(({ position }) => position > 0)
  return [...new Set(active.map(({ base_branch }) => base_branch))].map((base) => {
    const own = active.filter(({ base_branch }) => base_branch === base)
    return { base_branch: base, depth: own.length, head_pr: own[0]?.pr_number ?? null }
  })
}
