// Runs of the reconciler: on request, and of those repositories that are due.
import type { Deps, JobPayload, RequestedJob, Tx } from '#deps.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { installationNotFound } from '#errors/enforcement.js'
import { invalidParameter } from '#errors/errors.js'
import type { RetentionRule } from '#registry.js'
import type { ReconcileRunBody, ReconcileRunStarted } from '#schemas/reconciler/runs.js'
import { activeInstallations } from '#store/mirror/installations.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import {
  completeRun,
  countWritableRepositories,
  dropRuns,
  dueRepositories,
  failRun,
  insertReconciliationRun,
  insertTasks,
  lockRunningRun,
  noteRunJob,
  noteSpread,
  type ReconciliationRunRow,
  repositoriesToSpread,
  runOfClaim,
  stalledRuns
} from '#store/reconciler/runs.js'
import { govern, type Initiator } from '../maintenance/governance.js'
import { BY_CLOCK, BY_PEOPLE, repositoryJob } from './repository-job.js'

interface RunScope {
  repoId: number | null
  installationId: number | null
  dryRun: boolean
}

export function requestReconciliation(
  deps: Deps,
  by: Initiator,
  body: ReconcileRunBody | null
): Promise<ReconcileRunStarted> {
  const { repo } = body ?? {}
  const target = { type: 'reconciler' as const, id: String(repo ?? '*') }
  return govern(deps, { by, action: 'reconciler.run', target }, async () => {
    const scope = await scopeOf(deps, body ?? {})
    return async (tx) => {
      const { run, job } = await beginRun(deps, tx, scope)
      const begun = { run_id: run.id, job_id: job.jobId, deduplicated: job.deduplicated }
      const where = repo ?? 'fleet'
      const message = messageFor(repo ?? 'the fleet', scope, job)
      return {
        reply: { started: true, message, scope: where, ...begun },
        payload: { ...body, ...begun }
      }
    }
  })
}

async function scopeOf(
  { db }: Deps,
  { repo, installation_id: installationId, dry_run: dryRun = false }: ReconcileRunBody
): Promise<RunScope> {
  if (repo !== undefined && installationId !== undefined)
    throw invalidParameter('/installation_id', 'must be left out if repo is given', 'invalid_field')
  if (repo !== undefined) {
    const { repoId } = await repositoryByFullName(db, repo)
    return { repoId, installationId: null, dryRun }
  }
  const isKnown = async () => (await activeInstallations(db)).some(({ hostId }) => hostId === installationId)
  if (installationId !== undefined && !(await isKnown())) throw installationNotFound(installationId)
  return { repoId: null, installationId: installationId ?? null, dryRun }
}

function messageFor(where: string, { dryRun }: RunScope, { deduplicated }: RequestedJob): string {
  if (deduplicated) return `The same run of ${where} is in progress.`
  return dryRun
    ? `The run compares ${where} with what is desired, and changes nothing.`
    : `The run compares ${where} with what is desired, and corrects what falls short.`
}

interface BegunRun {
  run: ReconciliationRunRow
  job: RequestedJob
}

/** The same run is not begun twice at a time. */
async function beginRun(deps: Deps, tx: Tx, { repoId, installationId, dryRun }: RunScope): Promise<BegunRun> {
  const claim = `${repoId ?? 'fleet'} ${installationId ?? 'all'} ${dryRun ? 'preview' : 'run'}`
  const run = await insertReconciliationRun(
    tx,
    { triggeredBy: 'manual', repoId, installationId, dryRun, claim, isSpread: repoId !== null },
    deps.now()
  )
  if (!run) {
    const known = await runOfClaim(tx, claim)
    if (known) return { run: known, job: { jobId: known.jobId ?? '', deduplicated: true } }
    // It has ended in between.
    return beginRun(deps, tx, { repoId, installationId, dryRun })
  }
  const job = await enqueueRun(deps, tx, run)
  await noteRunJob(tx, run.id, job.jobId)
  return { run, job }
}

async function enqueueRun(deps: Deps, tx: Tx, { id, repoId, dryRun }: ReconciliationRunRow) {
  if (repoId === null)
    return deps.queue.request(tx, 'reconciler.fleet', { payload: { run_id: id }, singletonKey: String(id) })
  await insertTasks(tx, id, [repoId])
  const job = { repoId, runId: id, triggerEvent: BY_PEOPLE, isDry: dryRun, isSingle: true }
  return deps.queue.request(tx, 'reconciler.repository', repositoryJob(job))
}

const AT_ONCE = 200

/** The schedule alone begins up to 96 runs a day; decisions and actions tell for longer what was done. */
export const reconciliationRetention: readonly RetentionRule[] = [
  { retentionMs: 90 * DAY_MS, atOnce: 1_000, drop: dropRuns }
]

/** One job for each repository of the run. After a crash it goes on where it was. */
export async function spreadReconciliation(
  deps: Deps,
  { run_id: runId }: JobPayload<'reconciler.fleet'>
): Promise<void> {
  while (await deps.transaction((tx) => spreadSome(deps, tx, runId)));
}

/** Whether there may be more. */
async function spreadSome(deps: Deps, tx: Tx, runId: number): Promise<boolean> {
  const run = await lockRunningRun(tx, runId)
  if (!run || run.isSpread) return false
  const repoIds = await repositoriesToSpread(tx, run, AT_ONCE)
  await enqueueRepositories(deps, tx, { run, repoIds, triggerEvent: BY_PEOPLE })
  const isSpread = repoIds.length < AT_ONCE
  const at = deps.now()
  await noteSpread(tx, runId, { spreadTo: repoIds.at(-1) ?? run.spreadTo, isSpread, at })
  if (isSpread) await completeRun(tx, runId, at)
  return !isSpread
}

interface RepositoriesOfRun {
  run: ReconciliationRunRow
  repoIds: readonly number[]
  triggerEvent: string
}

async function enqueueRepositories(
  deps: Deps,
  tx: Tx,
  { run: { id: runId, dryRun: isDry }, repoIds, triggerEvent }: RepositoriesOfRun
): Promise<void> {
  await insertTasks(tx, runId, repoIds)
  const jobs = repoIds.map((repoId) => repositoryJob({ repoId, runId, triggerEvent, isDry }))
  await deps.queue.enqueue(tx, 'reconciler.repository', jobs)
}

/** At each call: a large fleet is spread over half a day, a small one is read at once. */
const LEAST_AT_ONCE = 100
const CALLS_IN_HALF_A_DAY = 48

/** Every quarter of an hour. */
export async function scheduleReconciliation(deps: Deps): Promise<void> {
  await failStalledRuns(deps)
  if (deps.host.client.isConfigured) await deps.transaction((tx) => beginDueRun(deps, tx))
}

async function beginDueRun(deps: Deps, tx: Tx): Promise<void> {
  const at = deps.now()
  const share = Math.ceil((await countWritableRepositories(tx)) / CALLS_IN_HALF_A_DAY)
  const repoIds = await dueRepositories(tx, at, Math.max(LEAST_AT_ONCE, share))
  if (repoIds.length === 0) return
  const scope = { repoId: null, installationId: null, dryRun: false, claim: null }
  const run = await insertReconciliationRun(tx, { triggeredBy: 'scheduler', ...scope, isSpread: true }, at)
  if (run) await enqueueRepositories(deps, tx, { run, repoIds, triggerEvent: BY_CLOCK })
}

const STALLED_AFTER_MS = 2 * HOUR_MS
const STALLED = 'No repository was reconciled for two hours.'

async function failStalledRuns(deps: Deps): Promise<void> {
  const at = deps.now()
  for (const runId of await stalledRuns(deps.db, new Date(at.getTime() - STALLED_AFTER_MS)))
    await deps.transaction(async (tx) => {
      await completeRun(tx, runId, at)
      await failRun(tx, runId, { error: STALLED, at })
    })
}
