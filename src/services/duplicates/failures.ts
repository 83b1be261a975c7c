// Dead-lettered duplicate scans: the decision records the error, and the next event of the issue or a backfill scans
// again.

import type { Deps, JobPayload } from '#deps.js'
import { errorText } from '#domain/text/failure.js'
import { comparedIssue, lockComparedIssue, saveComparisonJob } from '#store/duplicates/compared-issues.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { recordDecision } from '../decisions/record.js'

/** Called after the last attempt failed, or when the workers crashed. Idempotent: the error is recorded once. */
export async function deadLetterScan(
  deps: Deps,
  { issue_id: issueId, trigger_event: triggerEvent }: JobPayload<'duplicates.give-up'>,
  jobId: string
): Promise<void> {
  const issue = await comparedIssue(deps.db, issueId)
  if (!issue) return
  const job = await deps.queue.findJob('duplicates.give-up', jobId)
  await deps.transaction(async (tx) => {
    const repository = await lockRepository(tx, issue.repoId)
    const held = await lockComparedIssue(tx, issueId)
    if (!held?.live || held.repoId !== issue.repoId || !repository?.live || held.dupJobId === jobId) return
    await saveComparisonJob(tx, held.hostId, jobId)
    await recordDecision(tx, {
      decision: 'error',
      reason: job?.error == null ? STOPPED : errorText(job.error),
      conditions: [],
      repoId: held.repoId,
      source: 'triage',
      triggerEvent,
      targetType: 'issue',
      targetNumber: held.number,
      pillar: 'triage',
      inputs: { job_id: jobId },
      evaluator: null,
      createdAt: deps.now()
    })
  })
}

const STOPPED = 'Every worker stopped before it had compared the issue.'
