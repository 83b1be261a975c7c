// Backfill: compares open issues that were never compared, in batches of one job each, without posting anything on the
// host.

import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload, Tx } from '#deps.js'
import { counter } from '#domain/counters/counter.js'
import { repoNotFound } from '#errors/errors.js'
import { configUnreadable } from '#errors/host.js'
import { detectionIsOff } from '#errors/pillars.js'
import type { RepoParams } from '#schemas/common.js'
import type { BackfillRequested } from '#schemas/duplicates/duplicates.js'
import { sumsOf } from '#store/counters/tallies.js'
import {
  advanceBackfill,
  type BackfillRow,
  backfillById,
  finishBackfill,
  insertBackfill,
  runningBackfill
} from '#store/duplicates/backfills.js'
import { uncomparedIssues } from '#store/duplicates/compared-issues.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import type { ScanOutcome } from './finish-scan.js'
import { scanIssue } from './scan.js'

const ISSUES_PER_JOB = 100

/** A running backfill is reused, and gets a new job in case its job was lost. */
export async function requestBackfill(deps: Deps, params: RepoParams): Promise<BackfillRequested> {
  const { repoId, fullName } = await repositoryByName(deps.db, params)
  if (!(await isDetectionOn(deps, repoId))) throw detectionIsOff(fullName)
  const { backfill, pending } = await deps.transaction(async (tx) => {
    const repository = await lockRepository(tx, repoId)
    if (!repository?.live) throw repoNotFound(fullName)
    const pending = await uncomparedIn(tx, repoId)
    const known = await runningBackfill(tx, repoId)
    const backfill =
      known ??
      (await insertBackfill(tx, { repoId, jobId: randomUUID(), total: pending, startedAt: deps.now() }))
    await enqueue(deps, tx, backfill, known ? randomUUID() : backfill.jobId)
    return { backfill, pending }
  })
  const { jobId: job_id, total, done, found, startedAt } = backfill
  return {
    message: `The search for duplicates in ${fullName} is queued.`,
    queued: true,
    repo: fullName,
    pending,
    job_id,
    progress: { repo: fullName, job_id, total, done, found, started_at: startedAt.toISOString() }
  }
}

async function isDetectionOn(deps: Deps, repoId: number): Promise<boolean> {
  const { config, isReadable } = await loadConfig(deps, { repoId })
  if (!isReadable) throw configUnreadable()
  return config.pillars.triage.enabled && config.pillars.triage.duplicate_detection
}

async function uncomparedIn(tx: Tx, repoId: number): Promise<number> {
  const sums = await sumsOf(tx, repoId)
  return (sums.get(counter('issues', 'open')) ?? 0) - (sums.get(counter('issues', 'open', 'compared')) ?? 0)
}

async function enqueue(deps: Deps, tx: Tx, { id: backfillId }: BackfillRow, id: string): Promise<void> {
  const payload = { backfill_id: backfillId }
  await deps.queue.enqueue(tx, 'duplicates.backfill', [{ id, payload, singletonKey: String(backfillId) }])
}

/** Idempotent: each issue is compared once, because the position is stored together with the results. */
export async function runBackfillBatch(
  deps: Deps,
  { backfill_id: id }: JobPayload<'duplicates.backfill'>
): Promise<void> {
  const backfill = await backfillById(deps.db, id)
  if (!backfill || backfill.finishedAt !== null) return
  const { repoId, reached: after } = backfill
  const trigger = { triggerEvent: 'backfill', jobId: null, isQuiet: true }
  const batch = (await isDetectionOn(deps, repoId))
    ? await uncomparedIssues(deps.db, { repoId, after, most: ISSUES_PER_JOB })
    : []
  for (const { hostId, number } of batch)
    await scanIssue(deps, hostId, trigger, async (tx, outcome) => {
      await advanceBackfill(tx, id, { number, found: foundIn(outcome) })
    })
  await deps.transaction((tx) =>
    batch.length < ISSUES_PER_JOB
      ? finishBackfill(tx, id, deps.now())
      : enqueue(deps, tx, backfill, randomUUID())
  )
}

const foundIn = (outcome: ScanOutcome) => (outcome.is === 'settled' ? outcome.found : 0)
