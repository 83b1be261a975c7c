// Requests scans: by people, by pushes and by the clock.
import type { Deps, NewJob, Tx } from '#deps.js'
import { isDependencyManifest } from '#domain/dependencies/manifests/index.js'
import { scanningDisabled } from '#errors/dependencies.js'
import type { EventOf } from '#registry.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { ScanRequested } from '#schemas/dependencies/repository.js'
import { repositoriesResolving } from '#store/dependencies/manifests.js'
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

const BY_ADVISORIES = 'advisories'
/** The import of the night is over by then, as a rule. */
const AFTER_IMPORT_SECONDS = 900
const SECONDS_APART = 10
const LONGEST_SPREAD_SECONDS = 4 * 3_600

/** Repositories that resolve a package of which an import has brought something new, in its transaction. */
export async function scanAffected(deps: ImportDeps, tx: Tx, packageKeys: readonly string[]): Promise<void> {
  if (packageKeys.length > 0) await scanSpread(deps, tx, await repositoriesResolving(tx, packageKeys))
}

/** There was nothing to compare with before. */
export async function scanAllAfterImport(deps: ImportDeps, tx: Tx): Promise<void> {
  await scanSpread(deps, tx, await scannableRepositories(tx))
}

export interface ImportDeps {
  host: { client: Pick<Deps['host']['client'], 'isConfigured'> }
  queue: Pick<Deps['queue'], 'enqueue'>
}

/** One scan waits for each repository, apart from those that other things ask for: these need not wait for it. */
async function scanSpread(
  { host, queue }: ImportDeps,
  tx: Tx,
  repositories: readonly number[]
): Promise<void> {
  if (!host.client.isConfigured) return
  const apart = Math.min(SECONDS_APART, LONGEST_SPREAD_SECONDS / repositories.length)
  const jobs = repositories.map((repoId, index) => ({
    payload: { repo_id: repoId, trigger_event: BY_ADVISORIES },
    singletonKey: `${repoId} ${BY_ADVISORIES}`,
    startAfterSeconds: AFTER_IMPORT_SECONDS + Math.round(index * apart)
  }))
  for (let from = 0; from < jobs.length; from += AT_ONCE)
    await queue.enqueue(tx, 'dependencies.scan', jobs.slice(from, from + AT_ONCE))
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
