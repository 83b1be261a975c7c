// What enforcement tells about the pipeline.
import type { Deps, JobPayload, Tx } from '#deps.js'
import type { FileVerdict } from '#domain/enforcement/config-files/validate.js'
import { type ViolationEnd, WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import type { PolicyRow } from '#store/enforcement/policies.js'
import type { ViolationRow } from '#store/enforcement/violations.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { type NewPipelineEvent, recordPipelineEvent, recordPipelineEvents } from '../telemetry/record.js'
import type { SubjectResult } from './judge.js'
import { ASKED, CORRECTED, ENFORCEMENT } from './requests.js'

export interface RunResult {
  results: readonly SubjectResult[]
  /** How many of them are of branches; one more may be of the repository as a whole. */
  branches: number
  /** How much of what policies ask about the host did not show. */
  unread: number
}

/**
 * Of a run by the clock or after an event, only if there is news: most find that all is as it was. That a correction
 * has failed is news to the run that follows it.
 */
export async function recordEnforcementRun(
  deps: Deps,
  job: JobPayload<'enforcement.repository'>,
  { results, branches, unread }: RunResult
): Promise<void> {
  const total = (count: (result: SubjectResult) => number) =>
    results.reduce((sum, result) => sum + count(result), 0)
  const [changes, corrections] = [total((one) => one.changes), total((one) => one.corrections)]
  const failed = total((one) => one.failed)
  const news = changes + corrections + (job.trigger_event === CORRECTED ? failed : 0)
  if (job.trigger_event !== ASKED && news === 0) return
  await deps.transaction((tx) =>
    recordPipelineEvent(tx, {
      repoId: job.repo_id,
      type: 'enforcement_run_completed',
      actor: SERVICE_ACTOR,
      success: unread === 0,
      metadata: {
        trigger: job.trigger_event,
        dry_run: job.dry_run,
        compared: results.length,
        branches,
        unread,
        violations: total((one) => one.violations),
        changes,
        remediated: total((one) => one.remediated),
        corrections,
        failed
      },
      occurredAt: deps.now()
    })
  )
}

export interface ChangedViolation extends Pick<ViolationRow, 'repoId' | 'branch' | 'breaches'> {
  policy: Pick<PolicyRow, 'id' | 'name'>
  /** How it has ended; null if it was found. */
  remediatedBy: ViolationEnd | null
}

/** Call it once they are saved. */
export function recordViolations(tx: Tx, changed: readonly ChangedViolation[], at: Date): Promise<void> {
  return recordPipelineEvents(
    tx,
    changed.map((one) => violationEvent(one, at))
  )
}

function violationEvent(
  { repoId, branch, breaches, policy, remediatedBy }: ChangedViolation,
  occurredAt: Date
): NewPipelineEvent {
  const isOurs = remediatedBy === null || remediatedBy === 'auto'
  return {
    repoId,
    type: remediatedBy === null ? 'violation_detected' : 'violation_remediated',
    actor: isOurs ? SERVICE_ACTOR : null,
    ref: branch === WHOLE_REPOSITORY ? null : branch,
    success: remediatedBy === null ? null : true,
    metadata: {
      policy_id: policy.id,
      policy: policy.name,
      violations: [...new Set(breaches.map(({ field }) => field))],
      trigger: ENFORCEMENT,
      ...(remediatedBy === null ? {} : { remediated_by: remediatedBy })
    },
    occurredAt
  }
}

interface PushedFiles extends Pick<JobPayload<'config.check'>, 'repo_id' | 'head_sha' | 'branch'> {
  at: Date
}

/** Call it once the results are saved, with those that are new. */
export async function recordInvalidFiles(
  tx: Tx,
  { repo_id: repoId, head_sha: commitSha, branch, at }: PushedFiles,
  verdicts: readonly FileVerdict[]
): Promise<void> {
  const invalid = verdicts.filter(({ errors }) => errors.length > 0)
  if (invalid.length === 0) return
  const count = (findings: (verdict: FileVerdict) => readonly unknown[]) =>
    verdicts.reduce((sum, verdict) => sum + findings(verdict).length, 0)
  await recordPipelineEvent(tx, {
    repoId,
    type: 'config_failed',
    actor: SERVICE_ACTOR,
    ref: branch ?? commitSha,
    success: false,
    metadata: {
      commit_sha: commitSha,
      error_count: count(({ errors }) => errors),
      warn_count: count(({ warnings }) => warnings),
      files: invalid.map(({ path }) => path)
    },
    occurredAt: at
  })
}
