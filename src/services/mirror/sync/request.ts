// Asks for the sync of repositories: for all that an installation shows, or for one that somebody wants now.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import { installationAway } from '#errors/errors.js'
import { hostNotConfigured } from '#errors/host.js'
import type { RepoParams } from '#schemas/common.js'
import { SUSPENDED, type SyncRequested } from '#schemas/mirror/sync.js'
import { installationAccount } from '#store/mirror/installations.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { requestFullWalks } from '#store/mirror/sync-walks.js'
import {
  lapsedSyncs,
  ofInstallation,
  recordSyncFailure,
  requestSyncs,
  type SyncRequest,
  wantNews,
  wasNeverRequested
} from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'

/** Without a credential there is nobody to ask as: then nothing is asked for. */
export async function requestFleetSync({ queue, host }: Deps, tx: Tx, startAfterSeconds = 0): Promise<void> {
  if (host.client.isConfigured) await queue.enqueue(tx, 'sync.fleet', [{ payload: {}, startAfterSeconds }])
}

export async function requestInstallationSync({ queue, host }: Deps, tx: Tx, installationId: number) {
  const payload = { installation_id: installationId }
  if (host.client.isConfigured)
    await queue.enqueue(tx, 'sync.installation', [{ payload, singletonKey: String(installationId) }])
}

/** Until that ends, why none of its repositories is synced. */
export function recordSuspended(tx: Tx, installationId: number): Promise<void> {
  return recordSyncFailure(tx, ofInstallation(installationId), SUSPENDED)
}

/** For whoever wants to see what the host has now: all parts are asked for. Tells for each the job that will do it. */
export async function requestRepositorySyncs(
  deps: Deps,
  tx: Tx,
  repoIds: readonly number[]
): Promise<SyncRequest[]> {
  const requests = await requestSwept(deps, tx, repoIds)
  await wantNews(
    tx,
    requests.map(({ repoId }) => repoId),
    deps.now()
  )
  return requests
}

/** Leaves out what need not be asked for. Tells for each the job that will do it: a new one, or one that waits already. */
export async function requestSwept(
  { queue, host, now }: Deps,
  tx: Tx,
  repoIds: readonly number[]
): Promise<SyncRequest[]> {
  if (repoIds.length === 0 || !host.client.isConfigured) return []
  const wanted = new Map([...new Set(repoIds)].map((repoId) => [repoId, randomUUID()]))
  const requests = [...wanted].map(([repoId, jobId]) => ({ repoId, jobId }))
  const taken = await requestSyncs(tx, requests, now())
  const fresh = taken.filter(({ repoId, jobId }) => wanted.get(repoId) === jobId)
  const jobs = fresh.map(({ repoId, jobId }) => ({ payload: { repo_id: repoId }, id: jobId }))
  if (jobs.length > 0) await queue.enqueue(tx, 'sync.repository', jobs)
  return taken
}

/** Has a repository synced of which the service has just heard for the first time. */
export async function requestFirstSync(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  if (deps.host.client.isConfigured && (await wasNeverRequested(tx, repoId)))
    await requestRepositorySyncs(deps, tx, [repoId])
}

export async function resumeLapsedSyncs(deps: Deps): Promise<void> {
  const repoIds = await lapsedSyncs(deps.db, deps.now())
  if (repoIds.length > 0) await deps.transaction((tx) => requestSwept(deps, tx, repoIds))
}

/** Somebody wants to see what the host has now. */
export async function requestSync(
  deps: Deps,
  params: RepoParams,
  { isFull }: { isFull: boolean }
): Promise<SyncRequested> {
  const { repoId, fullName, installationId } = await repositoryByName(deps.db, params)
  if (!deps.host.client.isConfigured) throw hostNotConfigured()
  const account = installationId === null ? undefined : await installationAccount(deps.db, installationId)
  if (account?.isGone) throw installationAway('removed')
  if (account?.isSuspended) throw installationAway('suspended')
  const [request] = await deps.transaction(async (tx) => {
    if (isFull) await requestFullWalks(tx, repoId)
    for (const { requested } of deps.registry.syncs) await requested?.(deps, tx, repoId)
    return requestRepositorySyncs(deps, tx, [repoId])
  })
  if (!request) throw new Error('a request has a job')
  return {
    message: `${fullName} will be ${isFull ? 'compared from end to end' : 'synced'}.`,
    job_id: request.jobId,
    repo: fullName,
    queued: true
  }
}
