// Deliveries of feedback: each is recorded once, and ended once.
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { FeedbackChannel, FeedbackEnd } from '#schemas/feedback/enums.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { feedbackSums } from '#tables/feedback/feedback-rules.js'
import { type Db, excluded, type Tx } from '../sql/database.js'

export type FeedbackDeliveryRow = typeof feedbackDeliveries.$inferSelect
export type NewFeedbackDelivery = Pick<
  FeedbackDeliveryRow,
  'ruleId' | 'eventType' | 'subject' | 'repoId' | 'prNumber' | 'channel' | 'data' | 'createdAt'
>

const t = feedbackDeliveries
const isQueued = eq(t.state, 'queued')

/** Returns those that are new: word of the same thing is recorded once. */
export async function insertFeedbackDeliveries(
  tx: Tx,
  rows: readonly NewFeedbackDelivery[]
): Promise<FeedbackDeliveryRow[]> {
  if (rows.length === 0) return []
  const inserted = await tx
    .insert(t)
    .values(rows.map((row) => ({ ...row, state: 'queued' as const, attempts: 0 })))
    .onConflictDoNothing()
    .returning()
  return inserted.toSorted((a, b) => a.id - b.id)
}

export interface DeliveryClaim {
  now: Date
  leasedUntil: Date
}

/** Takes a delivery for one attempt; undefined if it has ended, or another worker has it. */
export async function claimDelivery(
  tx: Tx,
  id: number,
  { now, leasedUntil }: DeliveryClaim
): Promise<FeedbackDeliveryRow | undefined> {
  const [claimed] = await tx
    .update(t)
    .set({ attempts: sql`${t.attempts} + 1`, leasedUntil })
    .where(and(eq(t.id, id), isQueued, or(isNull(t.leasedUntil), lte(t.leasedUntil, now))))
    .returning()
  return claimed
}

/** It stays queued for another attempt; false if it is not this attempt's any more. */
export async function releaseDelivery(
  tx: Tx,
  { id, attempts }: FeedbackDeliveryRow,
  lastError: string
): Promise<boolean> {
  const released = await tx
    .update(t)
    .set({ lastError, leasedUntil: null })
    .where(and(eq(t.id, id), eq(t.attempts, attempts), isQueued))
    .returning({ id: t.id })
  return released.length > 0
}

export interface FeedbackResult {
  state: FeedbackEnd
  error: string | null
  at: Date
}

/** Ends an attempt's delivery and counts it; false if it is not this attempt's any more. The caller holds the rule. */
export async function endDelivery(
  tx: Tx,
  { id, ruleId, channel, attempts }: FeedbackDeliveryRow,
  { state, error, at }: FeedbackResult
): Promise<boolean> {
  const ended = await tx
    .update(t)
    .set({
      state,
      lastError: error,
      leasedUntil: null,
      data: null,
      endedAt: at,
      sentAt: state === 'sent' ? at : null
    })
    .where(and(eq(t.id, id), eq(t.attempts, attempts), isQueued))
    .returning({ id: t.id })
  if (ended.length === 0) return false
  if (state !== 'skipped') await countDelivery(tx, { ruleId, channel, isSent: state === 'sent' })
  return true
}

interface CountedDelivery {
  ruleId: number
  channel: FeedbackChannel
  isSent: boolean
}

async function countDelivery(tx: Tx, { ruleId, channel, isSent }: CountedDelivery): Promise<void> {
  const { sent, failed } = feedbackSums
  await tx
    .insert(feedbackSums)
    .values({ ruleId, channel, sent: isSent ? 1 : 0, failed: isSent ? 0 : 1 })
    .onConflictDoUpdate({
      target: [feedbackSums.ruleId, feedbackSums.channel],
      set: { sent: sql`${sent} + ${excluded(sent)}`, failed: sql`${failed} + ${excluded(failed)}` }
    })
}

type RuleDelivery = Pick<FeedbackDeliveryRow, 'repoId' | 'ruleId' | 'eventType' | 'subject'>

/** All channels over which a rule sends word of one thing. */
export async function channelsOfDelivery(
  tx: Tx,
  { repoId, ruleId, eventType, subject }: RuleDelivery
): Promise<Pick<FeedbackDeliveryRow, 'channel' | 'state'>[]> {
  return tx
    .select({ channel: t.channel, state: t.state })
    .from(t)
    .where(
      and(eq(t.repoId, repoId), eq(t.ruleId, ruleId), eq(t.eventType, eventType), eq(t.subject, subject))
    )
    .orderBy(asc(t.id))
}

/** Deliveries that wait for an action, in the order in which all transactions lock their rules. */
export async function deliveriesOfAction(tx: Tx, actionId: number): Promise<FeedbackDeliveryRow[]> {
  return tx
    .select()
    .from(t)
    .where(and(eq(t.actionId, actionId), isQueued))
    .orderBy(asc(t.ruleId), asc(t.id))
}

export async function findDelivery(db: Db | Tx, id: number): Promise<FeedbackDeliveryRow | undefined> {
  const [row] = await db.select().from(t).where(eq(t.id, id))
  return row
}

export async function followAction(tx: Tx, ids: readonly number[], actionId: number): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(t)
      .set({ actionId })
      .where(inArray(t.id, [...ids]))
}

/** Also those that nobody ended: their job was lost. */
export async function dropFeedbackDeliveries(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const old = tx.select({ id: t.id }).from(t).where(lt(t.createdAt, before)).limit(atOnce)
  const dropped = await tx.delete(t).where(inArray(t.id, old)).returning({ id: t.id })
  return dropped.length
}
