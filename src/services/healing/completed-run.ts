// Handles completed runs: a new failure to heal, or the result of a re-run.
import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload } from '#deps.js'
import type { HostRun } from '#domain/host/items.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { HealTrigger, HealWish } from '#schemas/healing/enums.js'
import {
  type HealedRunRow,
  type HealRow,
  isRunHandled,
  lastHealAttempt,
  lockRun,
  type NewHealRow,
  openHealOf,
  type RunRef,
  repositoryOfRun,
  unhandledRuns
} from '#store/healing/attempts.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { Tx } from '#store/sql/database.js'
import { enqueueAttempt } from '../attempts/request.js'
import { insertHealAttempt } from './attempt-record.js'
import { recordRerunOutcome } from './rerun-outcome.js'

const OLDEST_RUN_MS = 24 * HOUR_MS
/** A sync also lists failures from before the installation; those are ignored. */
const OLDEST_LISTED_RUN_MS = HOUR_MS

interface CompletedRuns {
  runs: readonly HostRun[]
  trigger: Extract<HealTrigger, 'webhook' | 'sync'>
}

/** Call this in the transaction that mirrors the runs. Without a credential a guard still tells why nothing is done. */
export async function requestHealing(deps: Deps, tx: Tx, { runs, trigger }: CompletedRuns): Promise<void> {
  const now = deps.now().getTime()
  const recent = runs.filter((run) => isRecent(run, trigger, now)).map(({ hostRunId }) => hostRunId)
  if (recent.length === 0) return
  const jobs = (await unhandledRuns(tx, recent)).map((hostRunId) => ({
    payload: { host_run_id: hostRunId, trigger },
    singletonKey: String(hostRunId)
  }))
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'heal.run-completed', jobs)
}

function isRecent({ status, conclusion, attempt, completedAt }: HostRun, trigger: string, now: number) {
  if (status !== 'completed' || completedAt === null) return false
  const isRerun = attempt > 1
  const oldest = trigger === 'sync' && !isRerun ? OLDEST_LISTED_RUN_MS : OLDEST_RUN_MS
  return (isRerun || conclusion === 'failure') && now - completedAt.getTime() <= oldest
}

/** Idempotent: a run that is already being healed is skipped. */
export async function handleCompletedRun(
  deps: Deps,
  { host_run_id, trigger }: JobPayload<'heal.run-completed'>
): Promise<void> {
  await deps.transaction(async (tx) => {
    const run = await lockRunWithRepo(tx, { hostRunId: host_run_id })
    if (run?.status !== 'completed') return
    const open = await openHealOf(tx, run.id)
    if (open && open.runAttempt < run.attempt && open.strategy === 'rerun')
      await recordRerunOutcome(deps, tx, { attempt: open, run })
    else if (run.conclusion === 'failure' && run.live && !open && !(await isRunHandled(tx, run.id)))
      await startHealing(deps, tx, { run, trigger })
  })
}

/** Locks the repository, then the run; undefined if there is no such run. */
export async function lockRunWithRepo(tx: Tx, which: RunRef): Promise<HealedRunRow | undefined> {
  const repoId = await repositoryOfRun(tx, which)
  if (repoId === undefined) return undefined
  await lockRepository(tx, repoId)
  const run = await lockRun(tx, which)
  if (run && run.repoId !== repoId) throw new Error('the run was moved to another repository')
  return run
}

interface NewHealing {
  run: HealedRunRow
  trigger: HealTrigger
  requestedBy?: string
  wish?: HealWish
  force?: boolean
  dryRun?: boolean
}

/** Creates an attempt and its job; undefined if the run has one in progress. The caller holds the run. */
export async function startHealing(
  deps: Deps,
  tx: Tx,
  { run, ...options }: NewHealing
): Promise<HealRow | undefined> {
  const { id: ciRunId, hostRunId, repoId, workflowName, branch, headSha } = run
  const at = deps.now()
  const row: NewHealRow = {
    ciRunId,
    hostRunId,
    repoId,
    workflowName,
    branch,
    headSha,
    ...options,
    runAttempt: run.attempt,
    attempt: (await lastHealAttempt(tx, run.id)) + 1,
    jobId: randomUUID(),
    status: 'pending',
    createdAt: at,
    updatedAt: at,
    live: run.live
  }
  const heal = await insertHealAttempt(tx, row, run)
  if (heal) await enqueueAttempt(deps, tx, 'heal.run', heal)
  return heal
}
