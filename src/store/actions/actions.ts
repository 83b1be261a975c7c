// The rows of managed actions. A status changes by compare-and-set, together with its event and counters.
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { ResourceLocked } from '#errors/locked.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import { type ActionStatus, type HealOutcome, mayBecome } from '#schemas/actions/enums.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { changeEvidence } from '../counters/evidence-tallies.js'
import type { TalliedTx } from '../counters/tallies.js'
import { tryLockAgainstMerge } from '../deliveries/merging.js'
import type { Db, Tx } from '../sql/database.js'
import { recordActionEnd } from './feed.js'
import { logEnd } from './outcome-log.js'
import { mayHaveEffect, outcomeOf } from './outcomes.js'
import { negated, talliesOfAction } from './tallies.js'

export type ActionRow = typeof managedActions.$inferSelect
export type NewActionRow = typeof managedActions.$inferInsert

const actions = managedActions

/** Undefined if the same effect on the same target is in progress. */
export async function insertAction(tx: Tx, row: NewActionRow): Promise<ActionRow | undefined> {
  let inserted: ActionRow | undefined
  await changeEvidence(tx, async (tallied) => {
    ;[inserted] = await tallied.insert(actions).values(row).onConflictDoNothing().returning()
    return inserted ? [{ repoId: inserted.repoId, tallies: talliesOfAction(inserted) }] : []
  })
  if (inserted) logEnd(tx, inserted)
  return inserted
}

export interface Transition {
  to: ActionStatus
  actor: string
  at: Date
  detail?: string | null
  /** Merged into the existing evidence, key by key. */
  evidence?: Record<string, unknown>
  set?: Partial<NewActionRow>
  /** Required to hold the action. */
  lease?: string
}

/** Undefined, and nothing is written, if the row has another status by now. */
export async function transition(tx: Tx, row: ActionRow, change: Transition): Promise<ActionRow | undefined> {
  const { to, actor, at, detail = null } = change
  if (!mayBecome(row.status, to)) throw new Error(`an action that is ${row.status} cannot become ${to}`)
  let moved: ActionRow | undefined
  await changeEvidence(tx, async (tallied) => {
    moved = await updateStatus(tallied, row, change)
    return moved
      ? [{ repoId: row.repoId, tallies: [...negated(talliesOfAction(row)), ...talliesOfAction(moved)] }]
      : []
  })
  if (!moved) return undefined
  await insertActionEvent(tx, { actionId: row.id, fromStatus: row.status, toStatus: to, actor, at, detail })
  await recordActionEnd(tx, row, moved)
  logEnd(tx, moved, row)
  return moved
}

async function updateStatus(
  tx: TalliedTx,
  row: ActionRow,
  change: Transition
): Promise<ActionRow | undefined> {
  const { to, set = {}, lease } = change
  const { evidence, ...due } = outcomeOf(row, change)
  const [moved] = await tx
    .update(actions)
    .set({
      ...due,
      ...set,
      status: to,
      evidence: sql`${actions.evidence} || ${JSON.stringify(evidence)}::jsonb`
    })
    .where(
      and(
        eq(actions.id, row.id),
        eq(actions.status, row.status),
        lease === undefined ? undefined : eq(actions.lease, lease)
      )
    )
    .returning()
  return moved
}

export async function insertActionEvent(
  tx: Tx,
  event: typeof managedActionEvents.$inferInsert
): Promise<void> {
  await tx.insert(managedActionEvents).values(event)
}

export async function findAction(db: Db | Tx, id: number): Promise<ActionRow | undefined> {
  const [found] = await db.select().from(actions).where(eq(actions.id, id))
  return found
}

/** Locks the row for this transaction. */
export async function lockAction(tx: Tx, id: number): Promise<ActionRow | undefined> {
  const [found] = await tx.select().from(actions).where(eq(actions.id, id)).for('update')
  return found
}

/** Locks the row, and throws instead of waiting for a merge of its repository. */
export async function takeAction(tx: Tx, id: number): Promise<ActionRow | undefined> {
  const isIt = eq(actions.id, id)
  const [found] = await tx
    .select()
    .from(actions)
    .where(and(isIt, tryLockAgainstMerge(actions.repoId)))
    .for('update')
  if (!found && (await tx.$count(actions, isIt)) > 0) throw new ResourceLocked('The action')
  return found
}

export interface EffectKey {
  repoId: number
  actionKey: string
  target: string
}

/** The latest action of an effect that happened or may still happen. */
export async function lastActionOfEffect(
  tx: Tx,
  { repoId, actionKey, target }: EffectKey
): Promise<ActionRow | undefined> {
  const [found] = await tx
    .select()
    .from(actions)
    .where(
      and(
        eq(actions.repoId, repoId),
        eq(actions.actionKey, actionKey),
        eq(actions.target, target),
        mayHaveEffect(actions)
      )
    )
    .orderBy(sql`(${actions.resolvedAt} is null) desc, ${actions.id} desc`)
    .limit(1)
  return found
}

/** How often the same was written since then, on any target. */
export async function countWritesSince(
  tx: Tx,
  { repoId, actionKey, intent, since }: Omit<EffectKey, 'target'> & { intent: ActionIntent; since: Date }
): Promise<number> {
  const isOf = and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey))
  const isSame = eq(actions.arguments, JSON.stringify(intent.arguments))
  return tx.$count(actions, and(isOf, isSame, gte(actions.executedAt, since)))
}

/** Locks the actions in progress of an effect on any target. */
export async function lockUnfinishedActions(
  tx: Tx,
  { repoId, actionKey }: Omit<EffectKey, 'target'>
): Promise<ActionRow[]> {
  return tx
    .select()
    .from(actions)
    .where(and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey), isNull(actions.resolvedAt)))
    .orderBy(actions.id)
    .for('update')
}

/** Whether any of these is unfinished. */
export async function isAnyUnfinished(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const areUnfinished = and(inArray(actions.id, [...ids]), isNull(actions.resolvedAt))
  return ids.length > 0 && (await tx.$count(actions, areUnfinished)) > 0
}

/** Deactivates the ended actions of an effect that is proposed again. */
export async function deactivateActions(
  tx: Tx,
  { repoId, actionKey, target }: EffectKey,
  at: Date
): Promise<void> {
  await tx
    .update(actions)
    .set({ active: false, deactivatedAt: at })
    .where(
      and(
        eq(actions.repoId, repoId),
        eq(actions.actionKey, actionKey),
        eq(actions.target, target),
        eq(actions.active, true),
        sql`${actions.resolvedAt} is not null`
      )
    )
}

interface ActionLease {
  lease: string
  until: Date
}

/** Leases an unfinished action to one worker; the caller has locked the row. */
export async function takeLease(
  tx: Tx,
  id: number,
  { lease, until }: ActionLease
): Promise<ActionRow | undefined> {
  const [taken] = await tx
    .update(actions)
    .set({ lease, leasedUntil: until })
    .where(eq(actions.id, id))
    .returning()
  return taken
}

/** False if another worker holds the lease by now, or the action is no longer executing. */
export async function extendLease(tx: Tx, id: number, { lease, until }: ActionLease): Promise<boolean> {
  const extended = await tx
    .update(actions)
    .set({ leasedUntil: until })
    .where(and(eq(actions.id, id), eq(actions.lease, lease), eq(actions.status, 'executing')))
    .returning({ id: actions.id })
  return extended.length > 0
}

/** Ends the lease of this worker: none of its writes is pending any more, even if the action has ended meanwhile. */
export async function endLease(tx: Tx, id: number, lease: string): Promise<void> {
  await tx
    .update(actions)
    .set({ leasedUntil: null })
    .where(and(eq(actions.id, id), eq(actions.lease, lease)))
}

/** Lets the next try start before the lease expires; an ended action stays as it is. */
export async function releaseLease(
  tx: Tx,
  id: number,
  { lease, error }: { lease: string; error: string }
): Promise<void> {
  await tx
    .update(actions)
    .set({ leasedUntil: null, errorMessage: error })
    .where(and(eq(actions.id, id), eq(actions.lease, lease), isNull(actions.resolvedAt)))
}

/** Stores whether the effect helped, as far as that is known. */
export async function saveHealOutcome(tx: Tx, id: number, healOutcome: HealOutcome): Promise<void> {
  await tx.update(actions).set({ healOutcome }).where(eq(actions.id, id))
}

/** The retry of this action. */
export async function retryIdOf(db: Db, id: number): Promise<number | undefined> {
  const [child] = await db.select({ id: actions.id }).from(actions).where(eq(actions.parentActionId, id))
  return child?.id
}

/** Replaces the action by its retry. */
export async function markRetried(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .update(actions)
    .set({ retries: sql`${actions.retries} + 1`, active: false, deactivatedAt: at })
    .where(eq(actions.id, id))
}
