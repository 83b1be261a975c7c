// Compares what was read of a repository with what is desired of it, in one transaction: its state, the decision, the
// corrections, and what runs count.
import type { Deps, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { type DesiredSetup, desiredState, isNothing } from '#domain/reconciler/desired.js'
import { differencesBetween, observedState } from '#domain/reconciler/drift.js'
import { unsupportedOf } from '#domain/reconciler/unsupported.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import type { Difference } from '#schemas/reconciler/states.js'
import type { ActionRow } from '#store/actions/actions.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { correctionsOf } from '#store/reconciler/corrections.js'
import {
  type ReconcileStateFields,
  type ReconcileStateRow,
  reconcileStateOf,
  saveReconcileState
} from '#store/reconciler/states.js'
import { decideSetup } from './correction.js'
import { countCorrected, countCorrecting, countRead } from './counting.js'
import { failuresOf, refusalsOf } from './outcomes.js'
import { recordCorrectedDrift } from './pipeline-events.js'
import type { SetupReading } from './reading.js'
import type { Reconciliation } from './reconcile.js'
import { dueAgain, repositoryJob } from './repository-job.js'
import { GONE, recordUnread } from './unread.js'

/** What was known of a repository. */
interface KnownSetup {
  state: ReconcileStateRow | undefined
  /** The actions that were to correct it, if it was not read since. */
  actions: readonly ActionRow[]
}

export interface JudgedSetup {
  reading: SetupReading
  state: ReconcileStateRow | undefined
  /** What differs and counts. */
  drift: readonly Difference[]
}

export async function judgeSetup(
  deps: Deps,
  tx: Tx,
  work: Reconciliation,
  reading: SetupReading
): Promise<void> {
  const { job } = work
  const held = await lockRepository(tx, job.repo_id)
  if (!held?.live) return recordUnread(deps, tx, job, GONE)
  const state = await reconcileStateOf(tx, job.repo_id)
  const known = { state, actions: await correctionsOf(tx, state?.actionIds ?? []) }
  // The end of the actions is followed by another reading.
  if (known.actions.some(({ status }) => isUnfinished(status))) return countCorrecting(deps, tx, job, 0)
  if (isOvertaken(known, reading.readAt)) return readAgain(deps, tx, work)
  const compared = { ...known, reading, ...comparisonOf(work, known, reading) }
  return known.actions.length > 0
    ? endCorrection(deps, tx, work, compared)
    : beginCorrection(deps, tx, work, compared)
}

interface ComparedSetup extends KnownSetup, JudgedSetup {
  state: ReconcileStateRow | undefined
  fields: ReconcileStateFields
}

/** Only what the host shows now counts as corrected. What is still missing is not tried again at once. */
async function endCorrection(
  deps: Deps,
  tx: Tx,
  { job }: Reconciliation,
  { state, actions, drift, fields }: ComparedSetup
): Promise<void> {
  const driftFields = state?.driftFields ?? []
  const isInSync = drift.length === 0
  const failures = isInSync ? [] : failuresOf(actions)
  const lastError = failures.length === 0 ? null : failures.join(' ')
  const saved = { ...fields, lastError, actionIds: [] }
  await saveReconcileState(tx, job.repo_id, { fields: saved, at: deps.now() })
  if (isInSync) await recordCorrectedDrift(tx, { repoId: job.repo_id, driftFields, at: deps.now() })
  const counts = { corrected: isInSync ? 1 : 0, failed: failures.length > 0 ? 1 : 0 }
  await countCorrected(deps, tx, job.repo_id, counts)
  await countRead(deps, tx, job, isInSync ? SYNCED : DRIFTED)
}

async function beginCorrection(
  deps: Deps,
  tx: Tx,
  work: Reconciliation,
  compared: ComparedSetup
): Promise<void> {
  const { job } = work
  const { ids, planned, obstacles } = await decideSetup(deps, tx, work, compared)
  const again = obstacles.length === 0 ? {} : dueAgain(job, new Date(deps.now().getTime() + HOUR_MS))
  const lastError = obstacles.length === 0 ? null : obstacles.join(' ')
  const saved = { ...compared.fields, ...again, lastError, actionIds: [...ids] }
  await saveReconcileState(tx, job.repo_id, { fields: saved, at: deps.now() })
  if (ids.length > 0) return countCorrecting(deps, tx, job, planned)
  await countRead(deps, tx, job, { ...(compared.drift.length === 0 ? SYNCED : DRIFTED), planned })
}

const SYNCED = { synced: 1 }
const DRIFTED = { drifted: 1 }

/** A later reading was judged already, or the service has written since: what was read is no longer so. */
function isOvertaken({ state, actions }: KnownSetup, readAt: Date): boolean {
  const later = (moment: Date | null | undefined) => (moment?.getTime() ?? 0) > readAt.getTime()
  return later(state?.lastReconciledAt) || actions.some(({ resolvedAt }) => later(resolvedAt))
}

async function readAgain(deps: Deps, tx: Tx, { job }: Reconciliation): Promise<void> {
  const { repo_id: repoId, run_id: runId, trigger_event: triggerEvent } = job
  const again = repositoryJob({ repoId, runId, triggerEvent, isDry: job.dry_run, isSingle: job.is_single })
  await deps.queue.enqueue(tx, 'reconciler.repository', [again])
}

function comparisonOf(
  { job }: Reconciliation,
  { state, actions }: KnownSetup,
  reading: SetupReading
): Pick<ComparedSetup, 'drift' | 'fields'> {
  const { desired, observed, readAt } = reading
  const differences = differencesBetween(desired, observed)
  const unsupported = unsupportedOf({
    known: state?.unsupportedFields ?? [],
    since: state?.unsupportedSince ?? null,
    refused: refusalsOf(actions),
    differences,
    at: readAt,
    isAsked: job.is_single && !job.dry_run
  })
  const drift = differences.filter(({ field }) => !unsupported.fields.includes(field))
  return {
    drift,
    fields: {
      inSync: drift.length === 0,
      driftFields: drift.map(({ field }) => field),
      unsupportedFields: unsupported.fields,
      unsupportedSince: unsupported.since,
      desiredState: desiredState(desired),
      observedState: observedOf(desired, reading),
      differences: drift,
      lastReconciledAt: readAt,
      ...dueAgain(job, new Date(readAt.getTime() + DAY_MS))
    }
  }
}

const observedOf = (desired: DesiredSetup, { observed }: SetupReading) =>
  isNothing(desired) ? {} : observedState(desired, observed)
