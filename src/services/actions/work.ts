// What a worker leaves of an action that it has: every step is its own as long as the lease is.

import type { Deps, Done } from '#deps.js'
import { auditOf } from '#domain/actions/audit.js'
import { valueAt } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import {
  type ActionRow,
  extendLease,
  liveOfEffect,
  noteDoneAllTheSame,
  transition
} from '#store/actions/actions.js'
import { holdEffect } from '#store/actions/effects.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { keepLastCheck } from './check-order.js'
import { followEnd } from './follow-up.js'
import { noteStop, type Stop, stopped } from './stops.js'

/** Longer than a call of the host takes; who has died with a lease is not missed before it lapses. */
const LEASE_MS = 120_000

export interface Work {
  deps: Deps
  row: ActionRow
  lease: string
}

/** Somebody else has it now, or it is no longer wanted. */
export class TakenAway extends Error {}

export const leaseEnd = ({ now }: Deps) => new Date(now().getTime() + LEASE_MS)

export async function settle(work: Work, stop: Stop): Promise<void> {
  const at = work.deps.now()
  await moved(work, async (tx) => {
    const row = await transition(tx, work.row, { ...stopped(stop, at), lease: work.lease })
    if (row) {
      await noteStop(tx, stop, at)
      await followEnd(work.deps, tx, row)
    }
    return row
  })
}

/** From here on the host may have done it. */
export async function start(work: Work): Promise<void> {
  if (work.row.status === 'executing') return
  const at = work.deps.now()
  const change = {
    to: 'executing' as const,
    actor: SERVICE_ACTOR,
    at,
    set: { executedAt: at },
    lease: work.lease
  }
  await moved(work, (tx) => transition(tx, work.row, change))
}

/** A transition of this worker; where somebody else has made one, it is out. */
async function moved(work: Work, move: (tx: Tx) => Promise<ActionRow | undefined>): Promise<void> {
  const row = await work.deps.transaction(move)
  if (!row) throw new TakenAway()
  work.row = row
}

/** Asked before each write: a cancellation, or a lease that has lapsed, stops it there. */
export async function mayWrite({ deps, row, lease }: Work): Promise<void> {
  const isOurs = await deps.transaction((tx) => extendLease(tx, row.id, { lease, until: leaseEnd(deps) }))
  if (!isOurs) throw new TakenAway()
}

const CHECKED_AFTER_MS = 6 * 3_600_000

interface Origin {
  /** Whether this action has done it, now or in an earlier try; not somebody else. */
  isOurs: boolean
  /** Whether it was there already. */
  isFound: boolean
}

/** The effect, its transition and its evidence in one transaction. */
export async function succeed(work: Work, done: Done, { isOurs, isFound }: Origin): Promise<void> {
  await start(work)
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
    await holdEffect(tx, row)
    const change = { to: 'succeeded' as const, actor: SERVICE_ACTOR, at, evidence, set, lease }
    const succeeded = await transition(tx, row, change)
    // Ended while the host was at it: the row stays as it is, and says what happened all the same.
    const told = succeeded ?? (await noteDoneAllTheSame(tx, row.id, { hostId, evidence }))
    if (told && isOurs && !isToldAlready(row)) await auditEffect(tx, told, at)
    if (told) await followEnd(deps, tx, told)
    if (told) await keepLastCheck(deps, tx, told)
    if (!succeeded) await wakeFollowers(deps, tx, row)
  })
}

/** What waits for a write of this one to come in need not wait any longer. */
export async function wakeFollowers({ queue }: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const waiting = (await liveOfEffect(tx, row)).filter(({ id }) => id > row.id)
  const jobs = waiting.map(({ id }) => ({ payload: { action_id: id } }))
  if (jobs.length > 0) await queue.enqueue(tx, 'action.execute', jobs)
}

/** The try before had been ended when it turned out to have happened. */
const isToldAlready = ({ evidence }: ActionRow) =>
  // The border to the column: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

/** In the transaction that notes what was done. */
export async function auditEffect(tx: Tx, row: ActionRow, at: Date): Promise<void> {
  // The borders to the columns: both hold JSON objects.
  const evidence = row.evidence as JsonObject
  const given = JSON.parse(row.arguments) as JsonObject
  const { category, eventType, payload } = auditOf({ ...row, evidence, arguments: given })
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

export async function fail(work: Work, detail: string): Promise<void> {
  await start(work)
  const at = work.deps.now()
  const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
  const change = { to: 'failed' as const, actor: SERVICE_ACTOR, at, detail, set, lease: work.lease }
  await moved(work, async (tx) => {
    const row = await transition(tx, work.row, change)
    if (row) await followEnd(work.deps, tx, row)
    return row
  })
}
