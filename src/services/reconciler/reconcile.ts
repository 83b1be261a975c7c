// Compares a repository with what is desired of it, and corrects what falls short.
import type { Deps, JobPayload } from '#deps.js'
import { configUnreadable } from '#errors/host.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig, loadStoredConfig, type ResolvedConfig, whyUnreadable } from '../configuration/resolve.js'
import { judgeSetup } from './judge.js'
import { readSetup } from './reading.js'
import { GONE, recordUnread } from './unread.js'
import { loadWishes } from './wishes.js'

export interface Reconciliation {
  repository: KnownRepository
  config: ResolvedConfig
  job: JobPayload<'reconciler.repository'>
}

export async function reconcileRepository(
  deps: Deps,
  job: JobPayload<'reconciler.repository'>
): Promise<void> {
  const repository = await repositoryById(deps.db, job.repo_id)
  if (!repository.live || repository.isSuspended) return recordAway(deps, job, repository)
  const config = await loadConfig(deps, { repoId: job.repo_id })
  // The job fails and is retried until the configuration can be read.
  if (!config.isReadable) throw configUnreadable()
  const wishes = await loadWishes(deps, deps.db, repository, config)
  const reading = await readSetup(deps, repository, wishes)
  await deps.transaction((tx) =>
    'failure' in reading
      ? recordUnread(deps, tx, job, reading)
      : judgeSetup(deps, tx, { repository, config, job }, reading)
  )
}

async function recordAway(
  deps: Deps,
  job: JobPayload<'reconciler.repository'>,
  { live }: KnownRepository
): Promise<void> {
  const why = live ? { failure: SUSPENDED, isLasting: true } : GONE
  await deps.transaction((tx) => recordUnread(deps, tx, job, why))
}

/** After all retries. */
export async function giveUpRepository(deps: Deps, job: JobPayload<'reconciler.repository'>): Promise<void> {
  await deps.transaction(async (tx) => {
    const why = whyUnreadable(await loadStoredConfig(deps, tx, job.repo_id))
    await recordUnread(deps, tx, job, { failure: why ?? NOT_IN_TIME, isLasting: false })
  })
}

const NOT_IN_TIME = 'The host could not be asked in time.'
