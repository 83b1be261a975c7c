// The rows of managed actions: each status is written by comparing and setting, together with its event and its sums.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { HeldByAnother } from '#errors/held.js'
import { type ActionStatus, type HealOutcome, mayBecome } from '#schemas/actions/words.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { changeEvidence } from '../counters/evidence-tallies.js'
import type { TalliedTx } from '../counters/tallies.js'
import { keepsMergesOut } from '../deliveries/merging.js'
import type { Db, Tx } from '../sql/database.js'
import { recordActionEnd } from './feed.js'
import { outcomeOf } from './outcomes.js'
import { negated, talliesOfAction } from './tallies.js'

export type ActionRow = typeof managedActions.$inferSelect
export type NewActionRow = typeof managedActions.$inferInsert

const actions = managedActions

/** Nothing where the same effect on the same target is under way already. */
export async function insertAction(tx: Tx, row: NewActionRow): Promise<ActionRow | undefined> {
  let inserted: ActionRow | undefined
  await changeEvidence(tx, async (tallied) => {
    ;[inserted] = await tallied.insert(actions).values(row).onConflictDoNothing().returning()
    return inserted ? [{ repoId: inserted.repoId, tallies: talliesOfAction(inserted) }] : []
  })
  return inserted
}

export interface Transition {
  to: ActionStatus
  actor: string
  at: Date
  detail?: string | null
  /** Added to what is there, key by key. */
  evidence?: Record<string, unknown>
  set?: Partial<NewActionRow>
  /** Only while this worker has it. */
  lease?: string
}

/** Whether it was this call that moved it: a row that has another status by now stays as it is. */
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

export async function findAction(db: Db, id: number): Promise<ActionRow | undefined> {
  const [found] = await db.select().from(actions).where(eq(actions.id, id))
  return found
}

/** The row, held for this transaction. */
export async function lockAction(tx: Tx, id: number): Promise<ActionRow | undefined> {
  const [found] = await tx.select().from(actions).where(eq(actions.id, id)).for('update')
  return found
}

/** The same, but a merge of its repository is not waited for. */
export async function takeAction(tx: Tx, id: number): Promise<ActionRow | undefined> {
  const isIt = eq(actions.id, id)
  const [found] = await tx
    .select()
    .from(actions)
    .where(and(isIt, keepsMergesOut(actions.repoId)))
    .for('update')
  if (!found && (await tx.$count(actions, isIt)) > 0) throw new HeldByAnother('The action')
  return found
}

export interface EffectKey {
  repoId: number
  actionKey: string
  target: string
}

/** The last action of an effect that has taken or may yet take place. */
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
        sql`(${actions.status} not in ('failed', 'blocked', 'cancelled')
          or ${actions.evidence}->'done_all_the_same' is not null)`
      )
    )
    .orderBy(sql`(${actions.resolvedAt} is null) desc, ${actions.id} desc`)
    .limit(1)
  return found
}

/** What is under way of an effect, at whichever target; held for this transaction. */
export async function lockLiveActions(
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

/** Whether any of these is under way. */
export async function isAnyLive(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const isLive = and(inArray(actions.id, [...ids]), isNull(actions.resolvedAt))
  return ids.length > 0 && (await tx.$count(actions, isLive)) > 0
}

/** An effect that is proposed anew takes the place of what came of it before. */
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

/** Gives a live action to one worker; the row is held by the caller. */
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

/** False where another has it by now, or it is no longer being carried out. */
export async function extendLease(tx: Tx, id: number, { lease, until }: ActionLease): Promise<boolean> {
  const extended = await tx
    .update(actions)
    .set({ leasedUntil: until })
    .where(and(eq(actions.id, id), eq(actions.lease, lease), eq(actions.status, 'executing')))
    .returning({ id: actions.id })
  return extended.length > 0
}

/** No write of this worker is pending any more, whoever ended the action meanwhile. */
export async function endLease(tx: Tx, id: number, lease: string): Promise<void> {
  await tx
    .update(actions)
    .set({ leasedUntil: null })
    .where(and(eq(actions.id, id), eq(actions.lease, lease)))
}

/** So that the next try need not wait for the lease to lapse; what has ended stays as it is. */
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

/** Whether what it did has helped, as far as that is known. */
export async function saveHealOutcome(tx: Tx, id: number, healOutcome: HealOutcome): Promise<void> {
  await tx.update(actions).set({ healOutcome }).where(eq(actions.id, id))
}

/** The action that tries this one again. */
export async function retryIdOf(db: Db, id: number): Promise<number | undefined> {
  const [child] = await db.select({ id: actions.id }).from(actions).where(eq(actions.parentActionId, id))
  return child?.id
}

/** Its place has been taken by a further try. */
export async function markRetried(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .update(actions)
    .set({ retries: sql`${actions.retries} + 1`, active: false, deactivatedAt: at })
    .where(eq(actions.id, id))
}
