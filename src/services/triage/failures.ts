// Dead-lettered triage: stored until a later job succeeds.
import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload, Tx } from '#deps.js'
import { storable } from '#domain/text/storable.js'
import { talliesOfChange, talliesOfFailure } from '#domain/triage/failures.js'
import { triageFailureNotFound, triageFailureState } from '#errors/pillars.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import { endFailures, insertFailure, lockFailure, markFailureRetried } from '#store/triage/failures.js'
import { recordDecision } from '../decisions/record.js'

type Job = JobPayload<'triage.run'>

const LONGEST_ERROR = 1_000

/** Called after the last attempt failed, or when the workers crashed. */
export async function deadLetterTriage(deps: Deps, job: Job): Promise<void> {
  const found = await deps.queue.findJob('triage.run', job.job_id)
  const error = found?.error == null ? null : storable(found.error.slice(0, LONGEST_ERROR))
  const { repo_id: repoId, target_type: targetType, number: targetNumber, trigger_event: triggerEvent } = job
  const target = { repoId, targetType, targetNumber, triggerEvent }
  const at = deps.now()
  await deps.transaction(async (tx) => {
    const attempts = found?.attempts ?? 0
    let isNew = false
    const row = { ...target, jobId: job.job_id, error, attempts, state: 'open' as const, createdAt: at }
    await changeEvidence(tx, async (tallied) => {
      isNew = await insertFailure(tallied, row)
      return isNew ? [{ repoId, tallies: talliesOfFailure('open') }] : []
    })
    if (!isNew) return
    await recordDecision(tx, {
      ...target,
      decision: 'error',
      reason: error ?? 'Every worker stopped before it had finished.',
      conditions: [{ check: 'attempts', result: attempts }],
      source: 'triage',
      pillar: 'triage',
      inputs: {},
      evaluator: null,
      createdAt: at
    })
  })
}

/** A successful job resolves all earlier failures of its target. */
export async function resolveFailures(tx: Tx, job: Job, at: Date): Promise<void> {
  const { repo_id: repoId, target_type: targetType, number } = job
  await changeEvidence(tx, async (tallied) => {
    const ended = await endFailures(tallied, { repoId, targetType, number }, at)
    return ended > 0 ? [{ repoId, tallies: talliesOfChange('open', 'resolved', ended) }] : []
  })
}

export interface TriageRetryRequest {
  reason: string | null
  actor: string
}

/** A retry is a new job; if it is given up as well, that is another failure. */
export async function retryTriage(
  deps: Deps,
  jobId: string,
  { reason, actor }: TriageRetryRequest
): Promise<{ message: string; job_id: string }> {
  const id = randomUUID()
  await deps.transaction(async (tx) => {
    const failure = await lockFailure(tx, jobId)
    if (!failure) throw triageFailureNotFound(jobId)
    if (failure.state !== 'open') throw triageFailureState(jobId, failure.state)
    const { repoId, targetType, targetNumber } = failure
    const retry = { retryJobId: id, retryReason: reason, retriedBy: actor, endedAt: deps.now() }
    await changeEvidence(tx, async (tallied) => {
      await markFailureRetried(tallied, failure.id, retry)
      return [{ repoId, tallies: talliesOfChange('open', 'retried', 1) }]
    })
    const payload = {
      repo_id: repoId,
      target_type: targetType,
      number: targetNumber,
      job_id: id,
      trigger_event: 'api'
    }
    await deps.queue.enqueue(tx, 'triage.run', [{ id, payload }])
  })
  return { message: `The retry of triage job ${jobId} is queued.`, job_id: id }
}
