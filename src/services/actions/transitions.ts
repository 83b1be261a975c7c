// The transitions of an action by the worker that executes it. Each one commits only while the worker holds the lease.

import type { Deps, EffectResult } from '#deps.js'
import { executionJobOf, isUrgentAction } from '#domain/actions/urgency.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { ActionType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, extendLease, lockUnfinishedActions, transition } from '#store/actions/actions.js'
import { lockEffect } from '#store/actions/effects.js'
import { wasFoundLate } from '#store/actions/outcomes.js'
import type { Tx } from '#store/sql/database.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { mayHaveRun } from './action-row.js'
import { endAction, noteEnd } from './follow-up.js'
import { type ActionStop, countStopWaiver, stopTransition } from './policy-check.js'
import { auditEffect, recordLateEffect } from './record-effect.js'
import { repostLastCheck } from './repost-check.js'

/** Twice as long as the host may take to answer a write; the actions of a crashed worker wait until its lease expires. */
const LEASE_MS = 60_000
/** The host is given less time for these, and a whole lane waits. */
const URGENT_LEASE_MS = 30_000

export interface ActionWork {
  deps: Deps
  row: ActionRow
  lease: string
  /** Earlier actions on the same target whose outcome is not known yet. */
  unknownBefore: readonly number[]
  /** Whether the host has said what an earlier attempt left there, or there was none. */
  hasLooked: boolean
}

/** Another worker has taken over, or the action was cancelled. */
export class LeaseLost extends Error {}

export const leaseEnd = ({ now }: Deps, actionType: ActionType): Date =>
  new Date(now().getTime() + (isUrgentAction(actionType) ? URGENT_LEASE_MS : LEASE_MS))

export async function stopAction(work: ActionWork, stop: ActionStop): Promise<void> {
  const at = work.deps.now()
  const evidence = { ...stop.evidence, ...outcomeEvidence(work) }
  await transitionLeased(work, async (tx) => {
    const change = { ...stopTransition(stop, at), evidence, lease: work.lease }
    const row = await endAction(work.deps, tx, work.row, change)
    if (row) await countStopWaiver(tx, stop, at)
    return row
  })
}

/** A worker that has looked knows what there is: a write that it sent after that was refused. */
const outcomeEvidence = ({ row, hasLooked }: ActionWork) =>
  mayHaveRun(row) ? { outcome_unknown: !hasLooked } : {}

/** From here on the effect may be on the host. `before`: what is there, which a later attempt cannot tell. */
export async function startAction(work: ActionWork, before?: JsonObject): Promise<void> {
  if (work.row.status === 'executing') return
  const at = work.deps.now()
  const isFirst = before !== undefined && !mayHaveRun(work.row)
  const change = {
    to: 'executing' as const,
    actor: SERVICE_ACTOR,
    at,
    ...(isFirst ? { evidence: { found: before } } : {}),
    set: { executedAt: at },
    lease: work.lease
  }
  await transitionLeased(work, (tx) => transition(tx, work.row, change))
}

/** Commits a transition of this worker; throws if another worker has made one. */
async function transitionLeased(
  work: ActionWork,
  move: (tx: Tx) => Promise<ActionRow | undefined>
): Promise<void> {
  const row = await work.deps.transaction(move)
  if (!row) throw new LeaseLost()
  work.row = row
}

/** Called before each write: a cancellation or an expired lease stops the worker. */
export async function renewLease({ deps, row, lease }: ActionWork): Promise<void> {
  const isOurs = await deps.transaction((tx) =>
    extendLease(tx, row.id, { lease, until: leaseEnd(deps, row.actionType) })
  )
  if (!isOurs) throw new LeaseLost()
}

const CHECKED_AFTER_MS = 6 * HOUR_MS

interface Origin {
  /** This action performed the effect, now or in an earlier attempt; nobody else did. */
  isOurs: boolean
  /** The effect was on the host already. */
  isFound: boolean
}

/** Records the result, the transition and the evidence in one transaction. */
export async function succeedAction(
  work: ActionWork,
  done: EffectResult,
  { isOurs, isFound }: Origin
): Promise<void> {
  await startAction(work)
  const { deps, row, lease } = work
  const at = deps.now()
  const { hostId } = done
  const evidence = { ...done.evidence, ...(isFound ? { already_there: true } : {}) }
  const set = {
    resolvedAt: at,
    hostId,
    errorMessage: null,
    leasedUntil: null,
    checkAfter: new Date(at.getTime() + CHECKED_AFTER_MS)
  }
  await deps.transaction(async (tx) => {
    await lockEffect(tx, row)
    const change = { to: 'succeeded' as const, actor: SERVICE_ACTOR, at, evidence, set, lease }
    const succeeded = await transition(tx, row, change)
    // What was found late was audited then.
    if (succeeded && isOurs && !wasFoundLate(row)) await auditEffect(tx, succeeded, at)
    const late = { done: { hostId, evidence }, isOurs }
    const recorded = succeeded ?? (await recordLateEffect(deps, tx, row.id, late))
    if (recorded) await noteEnd(deps, tx, recorded)
    if (recorded) await repostLastCheck(deps, tx, recorded)
    if (!succeeded) await wakeWaitingActions(deps, tx, row)
  })
}

/** Actions that wait for a write of this one need not wait any longer. */
export async function wakeWaitingActions({ queue }: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const waiting = (await lockUnfinishedActions(tx, row)).filter(({ id }) => id > row.id)
  for (const { id, actionType } of waiting)
    await queue.enqueue(tx, executionJobOf(actionType), [{ payload: { action_id: id } }])
}

export async function failAction(work: ActionWork, detail: string): Promise<void> {
  await startAction(work)
  const at = work.deps.now()
  const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
  const { lease } = work
  const evidence = outcomeEvidence(work)
  const change = { to: 'failed' as const, actor: SERVICE_ACTOR, at, detail, evidence, set, lease }
  await transitionLeased(work, (tx) => endAction(work.deps, tx, work.row, change))
}
