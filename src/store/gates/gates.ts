// Gates that were created through the API, evaluations of all gates, and their latest results.
import { and, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { GateBody, MeasuredMetrics } from '#schemas/gates/gates.js'
import { gateDays } from '#tables/gates/gate-days.js'
import { gateEvaluations } from '#tables/gates/gate-evaluations.js'
import { gateStandings } from '#tables/gates/gate-standings.js'
import { qualityGates } from '#tables/gates/quality-gates.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, excluded, idsIn, type Tx } from '../sql/database.js'

export type StoredGate = typeof qualityGates.$inferSelect
export type GateStandingRow = typeof gateStandings.$inferSelect
export type NewEvaluation = typeof gateEvaluations.$inferInsert

export function storedGates(db: Db | Tx, repoId: number): Promise<StoredGate[]> {
  return db.select().from(qualityGates).where(eq(qualityGates.repoId, repoId))
}

export function gateStandingsOf(db: Db | Tx, repoId: number): Promise<GateStandingRow[]> {
  return db.select().from(gateStandings).where(eq(gateStandings.repoId, repoId))
}

/** Creates or replaces a gate. At most one gate is the default. */
export async function upsertGate(
  tx: Tx,
  repoId: number,
  { gate, at }: { gate: GateBody; at: Date }
): Promise<StoredGate> {
  const { name, conditions, block_on_fail: blockOnFail = true, is_default: isDefault = false } = gate
  if (isDefault)
    await tx
      .update(qualityGates)
      .set({ isDefault: false, updatedAt: at })
      .where(
        and(eq(qualityGates.repoId, repoId), eq(qualityGates.isDefault, true), ne(qualityGates.name, name))
      )
  const definition = { conditions, blockOnFail, isDefault, updatedAt: at }
  const [saved] = await tx
    .insert(qualityGates)
    .values({ repoId, name, createdAt: at, ...definition })
    .onConflictDoUpdate({ target: [qualityGates.repoId, qualityGates.name], set: definition })
    .returning()
  if (!saved) throw new Error('a row that is written is returned')
  return saved
}

/** Deletes a gate and its standing; its evaluations stay. */
export async function deleteStoredGate(
  tx: Tx,
  repoId: number,
  name: string
): Promise<StoredGate | undefined> {
  const [gone] = await tx
    .delete(qualityGates)
    .where(and(eq(qualityGates.repoId, repoId), eq(qualityGates.name, name)))
    .returning()
  await tx
    .delete(gateStandings)
    .where(and(eq(gateStandings.repoId, repoId), eq(gateStandings.gateName, name)))
  return gone
}

/** Returns the ids. */
export async function insertEvaluations(tx: Tx, rows: readonly NewEvaluation[]): Promise<number[]> {
  if (rows.length === 0) return []
  const made = await tx
    .insert(gateEvaluations)
    .values([...rows])
    .returning({ id: gateEvaluations.id })
  return made.map(({ id }) => id)
}

/** Whether this job has stored evaluations already. */
export async function hasJobEvaluated(tx: Tx, jobId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: gateEvaluations.id })
    .from(gateEvaluations)
    .where(eq(gateEvaluations.jobId, jobId))
    .limit(1)
  return one !== undefined
}

/** Deletes the standings of all other gates, which no longer exist. */
export async function deleteOtherStandings(tx: Tx, repoId: number, names: readonly string[]): Promise<void> {
  const others = names.length === 0 ? undefined : notInArray(gateStandings.gateName, [...names])
  await tx.delete(gateStandings).where(and(eq(gateStandings.repoId, repoId), others))
}

/** Stores the latest results of these gates. */
export async function saveStandings(tx: Tx, rows: readonly GateStandingRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(gateStandings)
    .values([...rows])
    .onConflictDoUpdate({
      target: [gateStandings.repoId, gateStandings.gateName],
      set: {
        blockOnFail: excluded(gateStandings.blockOnFail),
        result: excluded(gateStandings.result),
        conditions: excluded(gateStandings.conditions),
        score: excluded(gateStandings.score),
        passedCount: excluded(gateStandings.passedCount),
        failedCount: excluded(gateStandings.failedCount),
        totalCount: excluded(gateStandings.totalCount),
        evaluatedAt: excluded(gateStandings.evaluatedAt)
      }
    })
}

export interface MetricsDay {
  repoId: number
  day: string
  measured: MeasuredMetrics
  takenAt: Date
}

/** Locks repositories before their days are written, as an evaluation does, so that the two cannot deadlock. */
export async function shareLockRepositories(tx: Tx, repoIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: repositories.hostId })
    .from(repositories)
    .where(inArray(repositories.hostId, idsIn(repoIds)))
    .orderBy(repositories.hostId)
    .for('key share')
}

/** A later measurement of a day replaces an earlier one. */
export async function saveMetricDays(tx: Tx, rows: readonly MetricsDay[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(gateDays)
    .values([...rows])
    .onConflictDoUpdate({
      target: [gateDays.repoId, gateDays.day],
      set: { measured: excluded(gateDays.measured), takenAt: excluded(gateDays.takenAt) },
      setWhere: sql`${gateDays.takenAt} <= ${excluded(gateDays.takenAt)}`
    })
}

/** Deletes the metrics of earlier days. */
export async function dropGateDays(tx: Tx, { before }: { before: Date }): Promise<undefined> {
  await tx.delete(gateDays).where(lt(gateDays.day, before.toISOString().slice(0, 10)))
}
