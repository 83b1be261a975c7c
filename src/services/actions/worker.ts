// The transitions of a worker. Each one commits only while the worker holds the lease.

import type { Deps, EffectResult } from '#deps.js'
import { auditEventFor } from '#domain/actions/audit.js'
import { valueAt } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import {
  type ActionRow,
  extendLease,
  lockLiveActions,
  recordLateResult,
  transition
} from '#store/actions/actions.js'
import { lockEffect } from '#store/actions/effects.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { requestFollowUp } from './follow-up.js'
import { type ActionStop, countStopWaiver, stopTransition } from './policy-check.js'
import { repostLastCheck } from './repost-check.js'

/** Longer than a call of the host takes; the actions of a crashed worker wait until its lease expires. */
const LEASE_MS = 120_000

export interface ActionWork {
  deps: Deps
  row: ActionRow
  lease: string
}

/** Another worker has taken over, or the action was cancelled. */
export class LeaseLost extends Error {}

export const leaseEnd = ({ now }: Deps) => new Date(now().getTime() + LEASE_MS)

export async function stopAction(work: ActionWork, stop: ActionStop): Promise<void> {
  const at = work.deps.now()
  await transitionLeased(work, async (tx) => {
    const row = await transition(tx, work.row, { ...stopTransition(stop, at), lease: work.lease })
    if (row) {
      await countStopWaiver(tx, stop, at)
      await requestFollowUp(work.deps, tx, row)
    }
    return row
  })
}

/** From here on the effect may be on the host. */
export async function startAction(work: ActionWork): Promise<void> {
  if (work.row.status === 'executing') return
  const at = work.deps.now()
  const change = {
    to: 'executing' as const,
    actor: SERVICE_ACTOR,
    at,
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
  const isOurs = await deps.transaction((tx) => extendLease(tx, row.id, { lease, until: leaseEnd(deps) }))
  if (!isOurs) throw new LeaseLost()
}

const CHECKED_AFTER_MS = 6 * 3_600_000

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
    // The action was ended during the write: its status stays, and the late result is recorded.
    const recorded = succeeded ?? (await recordLateResult(tx, row.id, { hostId, evidence }))
    if (recorded && isOurs && !isAuditedAlready(row)) await auditEffect(tx, recorded, at)
    if (recorded) await requestFollowUp(deps, tx, recorded)
    if (recorded) await repostLastCheck(deps, tx, recorded)
    if (!succeeded) await wakeWaitingActions(deps, tx, row)
  })
}

/** Actions that wait for a write of this one need not wait any longer. */
export async function wakeWaitingActions({ queue }: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const waiting = (await lockLiveActions(tx, row)).filter(({ id }) => id > row.id)
  const jobs = waiting.map(({ id }) => ({ payload: { action_id: id } }))
  if (jobs.length > 0) await queue.enqueue(tx, 'action.execute', jobs)
}

/** An earlier attempt had been ended before its effect was found; that was audited then. */
const isAuditedAlready = ({ evidence }: ActionRow) =>
  // Cast at the database boundary: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

/** Call this in the transaction that records the result. */
export async function auditEffect(tx: Tx, row: ActionRow, at: Date): Promise<void> {
  // Casts at the database boundary: both columns hold JSON objects.
  const evidence = row.evidence as JsonObject
  const args = JSON.parse(row.arguments) as JsonObject
  const { category, eventType, payload } = auditEventFor({ ...row, evidence, arguments: args })
  const prNumber = valueAt(evidence, 'pr_number') ?? row.targetNumber
  await recordAudit(tx, {
    category,
    eventType,
    actor: row.actor,
    actorType: row.actor === SERVICE_ACTOR ? 'bot' : 'human',
    repo: row.repoFullName,
    prNumber: typeof prNumber === 'number' ? prNumber : null,
    payload: { ...payload, action_id: row.id, decision_id: row.decisionId },
    occurredAt: at
  })
}

export async function failAction(work: ActionWork, detail: string): Promise<void> {
  await startAction(work)
  const at = work.deps.now()
  const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
  const change = { to: 'failed' as const, actor: SERVICE_ACTOR, at, detail, set, lease: work.lease }
  await transitionLeased(work, async (tx) => {
    const row = await transition(tx, work.row, change)
    if (row) await requestFollowUp(work.deps, tx, row)
    return row
  })
}
