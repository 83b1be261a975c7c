// Requests syncs of the whole fleet, an installation or a repository.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import { installationAway } from '#errors/errors.js'
import { hostNotConfigured } from '#errors/host.js'
import type { RepoParams } from '#schemas/common.js'
import type { Part } from '#schemas/host/enums.js'
import { SUSPENDED, type SyncRequested } from '#schemas/mirror/sync.js'
import { installationAccount } from '#store/mirror/installations.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { requestFullWalks } from '#store/mirror/sync-walks.js'
import {
  lapsedSyncs,
  ofInstallation,
  recordSyncFailure,
  requestFreshListing,
  requestSyncs,
  type SyncRequest,
  wasNeverRequested
} from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../../audit/record.js'

/** Without credentials the host cannot be asked, so nothing is scheduled. */
export async function requestFleetSync({ queue, host }: Deps, tx: Tx, startAfterSeconds = 0): Promise<void> {
  if (host.client.isConfigured) await queue.enqueue(tx, 'sync.fleet', [{ payload: {}, startAfterSeconds }])
}

export async function requestInstallationSync({ queue, host }: Deps, tx: Tx, installationId: number) {
  const payload = { installation_id: installationId }
  if (host.client.isConfigured)
    await queue.enqueue(tx, 'sync.installation', [{ payload, singletonKey: String(installationId) }])
}

/** Stores why the repositories of a suspended installation are not synced. */
export function recordSuspended(tx: Tx, installationId: number): Promise<void> {
  return recordSyncFailure(tx, ofInstallation(installationId), SUSPENDED)
}

/** For a caller who wants the current state: all parts are read. Returns the job of each repository. */
export async function requestRepositorySyncs(
  deps: Deps,
  tx: Tx,
  repoIds: readonly number[]
): Promise<SyncRequest[]> {
  const requests = await enqueueSyncs(deps, tx, repoIds)
  await requestFreshListing(
    tx,
    requests.map(({ repoId }) => repoId),
    deps.now()
  )
  return requests
}

/** For a part that has changed on the host. */
export async function requestPartSync(deps: Deps, tx: Tx, repoId: number, part: Part): Promise<void> {
  await requestFullWalks(tx, repoId, [part])
  await enqueueSyncs(deps, tx, [repoId])
}

/** Skips parts that need no request. Returns the job of each repository: a new one, or one that is queued already. */
export async function enqueueSyncs(
  { queue, host, now }: Deps,
  tx: Tx,
  repoIds: readonly number[]
): Promise<SyncRequest[]> {
  if (repoIds.length === 0 || !host.client.isConfigured) return []
  const jobIds = new Map([...new Set(repoIds)].map((repoId) => [repoId, randomUUID()]))
  const requests = [...jobIds].map(([repoId, jobId]) => ({ repoId, jobId }))
  const accepted = await requestSyncs(tx, requests, now())
  const fresh = accepted.filter(({ repoId, jobId }) => jobIds.get(repoId) === jobId)
  const jobs = fresh.map(({ repoId, jobId }) => ({ payload: { repo_id: repoId }, id: jobId }))
  if (jobs.length > 0) await queue.enqueue(tx, 'sync.repository', jobs)
  return accepted
}

/** Schedules the first sync of a repository that the service has just learned about. */
export async function requestFirstSync(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  if (deps.host.client.isConfigured && (await wasNeverRequested(tx, repoId)))
    await requestRepositorySyncs(deps, tx, [repoId])
}

export async function resumeLapsedSyncs(deps: Deps): Promise<void> {
  const repoIds = await lapsedSyncs(deps.db, deps.now())
  if (repoIds.length > 0) await deps.transaction((tx) => enqueueSyncs(deps, tx, repoIds))
}

export interface SyncWish {
  /** Whether all parts are compared from end to end. */
  isFull: boolean
  actor: string
}

/** A person wants the current state of the host. */
export async function requestSync(
  deps: Deps,
  params: RepoParams,
  { isFull, actor }: SyncWish
): Promise<SyncRequested> {
  const { repoId, fullName, installationId } = await repositoryByName(deps.db, params)
  if (!deps.host.client.isConfigured) throw hostNotConfigured()
  const account = installationId === null ? undefined : await installationAccount(deps.db, installationId)
  if (account?.isGone) throw installationAway('removed')
  if (account?.isSuspended) throw installationAway('suspended')
  const [request] = await deps.transaction(async (tx) => {
    if (isFull) await requestFullWalks(tx, repoId)
    for (const { requested } of deps.registry.syncs) await requested?.(deps, tx, repoId)
    const requests = await requestRepositorySyncs(deps, tx, [repoId])
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'repo.sync_requested',
      actor,
      actorType: 'human',
      repo: fullName,
      payload: { full: isFull, job_id: requests[0]?.jobId ?? null },
      occurredAt: deps.now()
    })
    return requests
  })
  if (!request) throw new Error('the sync request has no job')
  return {
    message: `${fullName} will be ${isFull ? 'compared from end to end' : 'synced'}.`,
    job_id: request.jobId,
    repo: fullName,
    queued: true
  }
}
