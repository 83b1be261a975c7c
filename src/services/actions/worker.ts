// What a worker leaves of an action that it has: every step is its own as long as the lease is.

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

/** Longer than a call of the host takes; who has died with a lease is not missed before it lapses. */
const LEASE_MS = 120_000

export interface ActionWork {
  deps: Deps
  row: ActionRow
  lease: string
}

/** Somebody else has it now, or it is no longer wanted. */
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

/** From here on the host may have done it. */
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

/** A transition of this worker; where somebody else has made one, it is out. */
async function transitionLeased(
  work: ActionWork,
  move: (tx: Tx) => Promise<ActionRow | undefined>
): Promise<void> {
  const row = await work.deps.transaction(move)
  if (!row) throw new LeaseLost()
  work.row = row
}

/** Asked before each write: a cancellation, or a lease that has lapsed, stops it there. */
export async function renewLease({ deps, row, lease }: ActionWork): Promise<void> {
  const isOurs = await deps.transaction((tx) => extendLease(tx, row.id, { lease, until: leaseEnd(deps) }))
  if (!isOurs) throw new LeaseLost()
}

const CHECKED_AFTER_MS = 6 * 3_600_000

interface Origin {
  /** Whether this action has done it, now or in an earlier try; not somebody else. */
  isOurs: boolean
  /** Whether it was there already. */
  isFound: boolean
}

/** The effect, its transition and its evidence in one transaction. */
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
    // Ended while the host was at it: the row stays as it is, and says what happened all the same.
    const told = succeeded ?? (await recordLateResult(tx, row.id, { hostId, evidence }))
    if (told && isOurs && !isAuditedAlready(row)) await auditEffect(tx, told, at)
    if (told) await requestFollowUp(deps, tx, told)
    if (told) await repostLastCheck(deps, tx, told)
    if (!succeeded) await wakeWaitingActions(deps, tx, row)
  })
}

/** What waits for a write of this one to come in need not wait any longer. */
export async function wakeWaitingActions({ queue }: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const waiting = (await lockLiveActions(tx, row)).filter(({ id }) => id > row.id)
  const jobs = waiting.map(({ id }) => ({ payload: { action_id: id } }))
  if (jobs.length > 0) await queue.enqueue(tx, 'action.execute', jobs)
}

/** The try before had been ended when it turned out to have happened. */
const isAuditedAlready = ({ evidence }: ActionRow) =>
  // The border to the column: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

/** In the transaction that notes what was done. */
export async function auditEffect(tx: Tx, row: ActionRow, at: Date): Promise<void> {
  // The borders to the columns: both hold JSON objects.
  const evidence = row.evidence as JsonObject
  const given = JSON.parse(row.arguments) as JsonObject
  const { category, eventType, payload } = auditEventFor({ ...row, evidence, arguments: given })
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
