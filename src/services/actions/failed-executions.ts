// What becomes of an action whose execution has failed: it ends, or is tried again.
import type { Deps, EffectState } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { classifyHostError, retryDelaySeconds } from '#domain/actions/failures.js'
import { executionJobOf, isUrgentAction } from '#domain/actions/urgency.js'
import { errorText } from '#domain/text/failure.js'
import { HostError } from '#errors/host.js'
import { retryAfterSeconds } from '#runtime/retry-after.js'
import { type ActionRow, lockAction, releaseLease } from '#store/actions/actions.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { effectOrderOf, mayHaveRun, placeOfAction } from './action-row.js'
import { endAction } from './follow-up.js'
import { type ActionStop, stopTransition } from './policy-check.js'
import { type ActionWork, failAction, stopAction, succeedAction } from './transitions.js'

/** What a capability says right before a write is sent. */
export class WriteStopped extends Error {
  readonly stop: ActionStop

  constructor(stop: ActionStop) {
    super(stop.detail)
    this.stop = stop
  }
}

/** A permanent refusal by the host ends the action; any other error leaves it to a later attempt. */
export async function handleFailure(work: ActionWork, error: unknown, tries: number): Promise<void> {
  const { deps, row, lease } = work
  const outcome = classifyHostError(error)
  if (outcome.is === 'blocked') {
    const { reason, detail, evidence } = outcome
    return stopAction(work, { to: 'blocked', reason, detail, evidence })
  }
  if (outcome.is === 'failed') return failAction(work, outcome.detail)
  const isOfHost = error instanceof HostError || error instanceof WriteStopped
  const seen = isOfHost ? await lookForEffect(work) : undefined
  if (seen?.is === 'done') return succeedAction(work, seen.done, { isOurs: true, isFound: true })
  if (seen && error instanceof WriteStopped) return stopAction(work, error.stop)
  await deps.transaction(async (tx) => {
    await releaseLease(tx, row.id, { lease, error: errorText(error) })
    if (isOfHost) await scheduleRetry(deps, tx, row, { until: outcome.until, tries })
  })
  if (!isOfHost) throw error
}

/**
 * If the host did not answer a write, it is asked at once whether the write took effect. That may also be why a
 * capability says no before it is sent again.
 */
async function lookForEffect({ deps, row }: ActionWork): Promise<EffectState | undefined> {
  if (!mayHaveRun(row)) return undefined
  const repository = await repositoryById(deps.db, row.repoId)
  try {
    return await deps.host.effects.find(placeOfAction(row, repository), effectOrderOf(row))
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}

interface RetryState {
  /** The host does not want to be called before this time. */
  until: Date | undefined
  tries: number
}

/** The host may be down for longer than the queue retries; the sweep ends actions that take too long. */
async function scheduleRetry(
  deps: Deps,
  tx: Tx,
  { id, actionType }: ActionRow,
  { until, tries }: RetryState
): Promise<void> {
  const startAfterSeconds = until
    ? retryAfterSeconds(deps, until)
    : retryDelaySeconds(tries, isUrgentAction(actionType))
  const payload = { action_id: id, tries: tries + 1 }
  await deps.queue.enqueue(tx, executionJobOf(actionType), [{ payload, startAfterSeconds }])
}

/** Ends an action when the queue has given up on it. */
export async function deadLetterAction(deps: Deps, actionId: number): Promise<void> {
  await deps.transaction(async (tx) => {
    const row = await lockAction(tx, actionId)
    const at = deps.now()
    // The worker that holds the lease will finish it.
    if (!row || !isUnfinished(row.status) || (row.leasedUntil && row.leasedUntil > at)) return
    const detail = row.errorMessage ?? 'Every worker stopped before it had finished.'
    if (row.status === 'executing') {
      const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
      await endAction(deps, tx, row, { to: 'failed', actor: 'system', at, detail, set })
      return
    }
    const stop: ActionStop = { to: 'blocked', reason: 'backend_unavailable', detail, evidence: {} }
    await endAction(deps, tx, row, stopTransition(stop, at, 'system'))
  })
}
