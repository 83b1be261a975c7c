// What the decision which merge broke a deployment depends on.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'

/** A run of the workflow that deploys. */
export interface DeployRun {
  hostRunId: number
  headSha: string
}

/** A merge of the queue. */
export interface QueueMerge {
  prNumber: number
  mergeSha: string
  mergedAt: Date
  /** Whether the commit of the failed deployment contains it, and that of the last good one does not. */
  isBetween: boolean
}

export interface CulpritQuestion {
  isReadable: boolean
  isRollbackOn: boolean
  defaultBranch: string | null
  run: DeployRun & {
    workflow: string
    path: string | null
    branch: string
    conclusion: string | null
    completedAt: Date
  }
  /** The first that failed after the last that passed. */
  firstRed: DeployRun
  /** Undefined if none is known. */
  lastGreen: DeployRun | undefined
  /** The newest first. */
  merges: readonly QueueMerge[]
  /** False if the host cannot compare the commits. */
  isComparable: boolean
  waiverId: number | null
  /** A rollback for the same failure, or of the same merge. */
  earlier: number | null
}

export function culpritInputs(question: CulpritQuestion): JsonObject {
  const {
    isReadable,
    isRollbackOn,
    defaultBranch,
    run,
    firstRed,
    lastGreen,
    merges,
    isComparable,
    waiverId,
    earlier
  } = question
  return {
    is_readable: isReadable,
    rollback_enabled: isRollbackOn,
    waiver: waiverId === null ? null : { id: waiverId },
    default_branch: defaultBranch,
    run: {
      ...runInputs(run),
      workflow: run.workflow,
      path: run.path,
      branch: run.branch,
      conclusion: run.conclusion,
      completed_at: run.completedAt.toISOString()
    },
    first_red: runInputs(firstRed),
    last_green: lastGreen ? runInputs(lastGreen) : null,
    merges: merges.map(mergeInputs),
    is_comparable: isComparable,
    earlier_rollback: earlier
  }
}

const runInputs = ({ hostRunId, headSha }: DeployRun): JsonObject => ({ id: hostRunId, head_sha: headSha })

const mergeInputs = ({ prNumber, mergeSha, mergedAt, isBetween }: QueueMerge): JsonObject => ({
  pr_number: prNumber,
  merge_sha: mergeSha,
  merged_at: mergedAt.toISOString(),
  is_between: isBetween
})

/** The settings that the decision is given. */
export function culpritConfigOf({ settings, pillars }: ServiceConfig): JsonObject {
  const { enabled, rollback } = pillars.merge_queue
  const { keywords, window_minutes } = rollback
  return {
    settings: { dry_run: settings.dry_run },
    pillars: { merge_queue: { enabled, rollback: { keywords: [...keywords], window_minutes } } }
  }
}
