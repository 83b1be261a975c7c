// Requests scans: by people, by pushes and by the clock.
import type { Deps, NewJob, Tx } from '#deps.js'
import { isDependencyManifest } from '#domain/dependencies/manifests/index.js'
import { scanningDisabled } from '#errors/dependencies.js'
import type { EventOf } from '#registry.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { ScanRequested } from '#schemas/dependencies/repository.js'
import { scannableRepositories } from '#store/dependencies/scans.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { govern, type Initiator } from '../maintenance/governance.js'

export const BY_PEOPLE_ASKED = 'api'
const BY_CLOCK = 'schedule'

export function requestScan(deps: Deps, by: Initiator, params: RepoParams): Promise<ScanRequested> {
  const target = { type: 'repo' as const, id: fullNameOf(params) }
  return govern(deps, { by, action: 'dependency.scan', target }, async () => {
    const { repoId, fullName } = await repositoryByName(deps.db, params)
    const { config, isReadable } = await loadStoredConfig(deps, deps.db, repoId)
    const { enabled, dependency_scanning: isOn } = config.pillars.trust
    // What an unreadable file says the scan finds out.
    if (isReadable && (!enabled || !isOn)) throw scanningDisabled(fullName)
    return async (tx) => {
      const job = await deps.queue.request(tx, 'dependencies.scan', scanJob(repoId, BY_PEOPLE_ASKED))
      const message = job.deduplicated
        ? `A scan of ${fullName} waits or runs already.`
        : `The dependencies of ${fullName} will be scanned.`
      const begun = { job_id: job.jobId, deduplicated: job.deduplicated }
      return {
        reply: { started: true, message, repo: fullName, ...begun },
        payload: { repo: fullName, ...begun }
      }
    }
  })
}

function scanJob(
  repoId: number,
  triggerEvent: string
): NewJob<'dependencies.scan'> & { singletonKey: string } {
  return { payload: { repo_id: repoId, trigger_event: triggerEvent }, singletonKey: String(repoId) }
}

const AT_ONCE = 200

/** Every week: one job for each repository. */
export async function scanFleet(deps: Deps): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const repositories = await scannableRepositories(deps.db)
  for (let from = 0; from < repositories.length; from += AT_ONCE) {
    const jobs = repositories.slice(from, from + AT_ONCE).map((repoId) => scanJob(repoId, BY_CLOCK))
    await deps.transaction((tx) => deps.queue.enqueue(tx, 'dependencies.scan', jobs))
  }
}

/** Several pushes in a row are followed by one scan. */
const WITHIN_SECONDS = 30

/** A push to the default branch that changes a manifest, or that may, because the payload does not list all files. */
export async function scanAfterPush(
  { deps, tx }: DeliveryContext,
  { repository, pushed }: EventOf<'push'>
): Promise<void> {
  if (pushed === null || pushed.branch !== repository.defaultBranch || !deps.host.client.isConfigured) return
  if (pushed.isWhole && !pushed.paths.some(isDependencyManifest)) return
  await enqueueScan(deps, tx, repository.hostId)
}

async function enqueueScan(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  const job = { ...scanJob(repoId, 'push'), startAfterSeconds: WITHIN_SECONDS }
  await deps.queue.enqueue(tx, 'dependencies.scan', [job])
}
