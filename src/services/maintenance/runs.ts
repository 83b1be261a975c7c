// Requests runs of maintenance: on a schedule for every repository, and when a person asks for one.
import type { Deps } from '#deps.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { cleanupDisabled } from '#errors/pillars.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { MaintenanceRunRequested } from '#schemas/maintenance/actions.js'
import { repositoriesInSlot } from '#store/maintenance/slots.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { type MaintenanceSetup, requireEnabled } from './config.js'
import { type GovernedChange, govern, type Initiator } from './governance.js'

/** Of the schedule that calls `scheduleRuns`. */
const SLOT_MS = 15 * MINUTE_MS
const AT_ONCE = 500

const RUNS = [
  { name: 'maintenance.stale-scan', everyMs: 6 * HOUR_MS },
  { name: 'maintenance.branch-cleanup', everyMs: DAY_MS }
] as const
type RunName = (typeof RUNS)[number]['name']

/**
 * Enqueues the runs of this quarter of an hour. A repository always has the same one, told by its id: the load is spread,
 * and new repositories and deleted ones need no care.
 */
export async function scheduleRuns(deps: Deps): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const slot = Math.floor(deps.now().getTime() / SLOT_MS)
  for (const { name, everyMs } of RUNS)
    await enqueueRuns(deps, name, await repositoriesInSlot(deps.db, { slot, slots: everyMs / SLOT_MS }))
}

async function enqueueRuns(deps: Deps, name: RunName, repoIds: readonly number[]): Promise<void> {
  for (let from = 0; from < repoIds.length; from += AT_ONCE) {
    const jobs = repoIds.slice(from, from + AT_ONCE).map((repo_id) => ({
      payload: { repo_id, dry_run: false, trigger: 'schedule' },
      singletonKey: runKey(repo_id, false)
    }))
    await deps.transaction((tx) => deps.queue.enqueue(tx, name, jobs))
  }
}

const runKey = (repoId: number, isDryRun: boolean) => `${repoId}${isDryRun ? ':dry' : ''}`

export interface RunRequest {
  repo: RepoParams
  by: Initiator
  isDryRun: boolean
}

/** A kind of run that people may ask for. */
export interface RunKind {
  name: RunName
  action: string
  messageFor(fullName: string): string
  check?(setup: MaintenanceSetup, fullName: string): void
}

export const STALE_SCAN: RunKind = {
  name: 'maintenance.stale-scan',
  action: 'stale_scan.trigger',
  messageFor: (fullName) => `The issues and pull requests of ${fullName} will be looked through.`
}

export const BRANCH_CLEANUP: RunKind = {
  name: 'maintenance.branch-cleanup',
  action: 'branch_cleanup.trigger',
  messageFor: (fullName) => `The branches of ${fullName} will be looked through.`,
  check: ({ effective }, fullName) => {
    if (!effective.cleanup_branches) throw cleanupDisabled(fullName)
  }
}

export function askForRun(
  deps: Deps,
  { repo, by, isDryRun }: RunRequest,
  kind: RunKind
): Promise<MaintenanceRunRequested> {
  const target = { type: 'repo' as const, id: fullNameOf(repo) }
  return govern(deps, { by, action: kind.action, target }, async () =>
    prepareRun(deps, kind, { ...(await repositoryByName(deps.db, repo)), isDryRun, trigger: 'api' })
  )
}

interface WantedRun {
  repoId: number
  fullName: string
  isDryRun: boolean
  trigger: string
}

export async function prepareRun(
  deps: Deps,
  { name, messageFor, check }: RunKind,
  { repoId, fullName, isDryRun, trigger }: WantedRun
): Promise<GovernedChange<MaintenanceRunRequested>> {
  const setup = await requireEnabled(deps, { repoId, fullName })
  check?.(setup, fullName)
  return async (tx) => {
    const { jobId, deduplicated } = await deps.queue.request(tx, name, {
      payload: { repo_id: repoId, dry_run: isDryRun, trigger },
      singletonKey: runKey(repoId, isDryRun)
    })
    const begun = { job_id: jobId, deduplicated }
    return {
      reply: { message: messageFor(fullName), queued: true as const, ...begun },
      payload: { dry_run: isDryRun, ...begun }
    }
  }
}
