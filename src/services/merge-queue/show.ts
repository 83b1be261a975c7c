// Shows the queue of a repository.
import type { Deps } from '#deps.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { freezeAt } from '#domain/merge-queue/lane/batches.js'
import { repoNotFound } from '#errors/errors.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { RepositoryQueue } from '#schemas/merge-queue/queue.js'
import { queueOfRepository } from '#store/merge-queue/repository-queue.js'
import { freezesIn } from './setup.js'

export async function showQueue(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  repo: RepoParams,
  includeInactive: boolean
): Promise<JsonText<RepositoryQueue>> {
  const fullName = fullNameOf(repo)
  const found = await queueOfRepository(db, fullName, includeInactive)
  if (!found) throw repoNotFound(fullName)
  const { entries, config, lanes } = found
  const freeze = config ? freezeAt({ freezes: freezesIn(config) }, now().getTime()) : undefined
  const frozen = freeze?.reason ?? null
  return joined(
    memberOf('entries', entries),
    textOf({ config, lanes: lanes.map((lane) => ({ ...lane, frozen })) })
  )
}
