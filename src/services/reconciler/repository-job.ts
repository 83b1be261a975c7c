// The job that reconciles one repository: what begins it, and which of them wait for each other.
import type { JobPayload, NewJob } from '#deps.js'

/** The source of its actions. */
export const RECONCILER = 'reconciler'
/** People ask for the run. */
export const BY_PEOPLE = 'api'
export const BY_CLOCK = 'schedule'
/** The reading after corrections. What it finds missing is not corrected at once, unless another reading came first. */
export const AFTER_CORRECTION = 'reconciler.corrected'

interface RepositoryWork {
  repoId: number
  /** Null if no run waits for it. */
  runId: number | null
  triggerEvent: string
  isDry?: boolean
  /** Whether somebody asked for this very repository. */
  isSingle?: boolean
}

export function repositoryJob({
  repoId,
  runId,
  triggerEvent,
  isDry = false,
  isSingle = false
}: RepositoryWork): NewJob<'reconciler.repository'> & { singletonKey: string } {
  const payload = {
    repo_id: repoId,
    run_id: runId,
    trigger_event: triggerEvent,
    dry_run: isDry,
    is_single: isSingle
  }
  return { payload, singletonKey: `${repoId} ${keyOf({ runId, triggerEvent })}` }
}

/** Whatever several events are about, one reading follows them. */
function keyOf({ runId, triggerEvent }: Pick<RepositoryWork, 'runId' | 'triggerEvent'>): string {
  if (runId !== null) return `run ${runId}`
  return triggerEvent === AFTER_CORRECTION ? 'corrected' : 'event'
}

/** A preview corrects nothing, so it must not put off the next correction. */
export const dueAgain = (
  { dry_run: isDry }: JobPayload<'reconciler.repository'>,
  nextReconcileAt: Date
): { nextReconcileAt?: Date } => (isDry ? {} : { nextReconcileAt })
