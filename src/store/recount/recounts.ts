// Recounts: stored counters, their errors, and the progress of the recount.

import { eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import type { RecountKind, RecountWalk } from '#schemas/recount/enums.js'
import { activitySums } from '#tables/activity/activity-sums.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { recountRepairs, recountWalks } from '#tables/recount/recounts.js'
import { quoted } from '../counters/quoted-name.js'
import { addOnConflict, dayKey, intoSums, type SumTable, sumTable } from '../counters/tables.js'
import { FLEET } from '../counters/tallies.js'
import { tellOfAnyTable } from '../revisions/revisions.js'
import { bareColumns, type Db, excluded, rowsOf, type Tx } from '../sql/database.js'

const r = alias(repositories, 'r')
const column = bareColumns(repositories)

/** Makes a transaction read one snapshot and write nothing; must be its first statement. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`)
}

/** The counters of one repository. */
export function storedTallies(tx: Tx, table: SumTable, repoId: number): Promise<Tally[]> {
  const sums = sumTable(table)
  return rowsOf(
    tx,
    sql`select ${sums.day}::text as day, ${sums.measure}, sum(${sums.amount})::float8 as amount from ${sums}
      where ${sums.repoId} = ${repoId} group by ${sums.day}, ${sums.measure}`
  )
}

/**
 * The difference between the fleet's counters and those of the repositories that it includes, on some days or all. Each
 * repository is looked up by day.
 */
export function fleetDrift(db: Db | Tx, table: SumTable, asked?: readonly string[]): Promise<Tally[]> {
  const sums = sumTable(table)
  const days = asked ? isAmong(asked) : sql`true`
  const own = sql`select ${dayKey}, amount from ${sums} where ${sums.repoId} = ${r.hostId} and ${days}`
  // Decisions and actions of deleted repositories count as well.
  const included =
    table === 'tallies'
      ? sql`(${own} union all select '-infinity', ${quoted(counter('repos'))}, 1) as own
        where ${r.counted} and ${days}`
      : sql`(${own}) as own`
  return rowsOf(
    db,
    sql`select day::text as day, measure, sum(amount)::float8 as amount from (
        select own.day, own.measure, own.amount from ${repositories} r cross join lateral ${included}
        union all
        select day, measure, -amount from ${sums} where ${sums.repoId} = ${FLEET} and ${days}
      ) as compared group by day, measure having sum(amount) <> 0`
  )
}

function isAmong(days: readonly string[]): SQL {
  const list = days.map((day) => sql`${day}::date`)
  return list.length === 0 ? sql`false` : sql`day in (${sql.join(list, sql`, `)})`
}

/** Repositories whose numbers of open issues and pull requests differ from their counters. */
export async function wrongOpenCounts(db: Db | Tx): Promise<number[]> {
  const rows = await rowsOf<{ repoId: number }>(
    db,
    sql`select ${r.hostId}::float8 as "repoId" from ${repositories} r where ${isWrong}`
  )
  return rows.map(({ repoId }) => repoId)
}

const sumOf = (measure: Measure) => sql`coalesce((select sum(amount) from ${tallies}
  where ${tallies.repoId} = ${r.hostId} and day = '-infinity' and measure = ${quoted(measure)}), 0)`
const openIssues = sumOf(counter('issues', 'open'))
const openPulls = sumOf(counter('prs', 'open'))
const isWrong = sql`(${r.openIssues}, ${r.openPrs}) is distinct from (${openIssues}, ${openPulls})`

/** Repairs the numbers of a locked repository; returns whether they were wrong. */
export async function repairOpenCounts(tx: Tx, repoId: number): Promise<boolean> {
  const mended = await rowsOf(
    tx,
    sql`update ${repositories} r set ${column.openIssues} = ${openIssues}, ${column.openPrs} = ${openPulls},
        ${column.healthDay} = '-infinity'
      where ${r.hostId} = ${repoId} and ${isWrong} returning ${r.hostId}`
  )
  return mended.length > 0
}

export interface TallyRepair {
  table: SumTable
  repoId: number
  faults: readonly Tally[]
}

/** Adds what is missing instead of setting counters, so that concurrent additions are not lost. Outdates the health. */
export async function repairTallies(tx: Tx, { table, repoId, faults }: TallyRepair): Promise<void> {
  if (faults.length === 0) return
  await tx.execute(sql`
    ${intoSums(table)}
    select ${repoId}::bigint, day, measure, 0, amount
    from json_to_recordset(${JSON.stringify(faults)}::json) as fault (measure text, day date, amount bigint)
    order by day, measure
    ${addOnConflict}`)
  if (table === 'tallies')
    await tx.update(repositories).set({ healthDay: '-infinity' }).where(eq(repositories.hostId, repoId))
}

export type RecountWalkRow = typeof recountWalks.$inferSelect

export async function recountWalk(db: Db, walk: RecountWalk): Promise<RecountWalkRow> {
  const [found] = await db.select().from(recountWalks).where(eq(recountWalks.walk, walk))
  return found ?? { walk, position: null, steps: 0 }
}

/** Undefined if another process advanced the walk in the meantime. */
export async function advanceRecountWalk(
  tx: Tx,
  { walk, steps }: RecountWalkRow,
  position: string | null
): Promise<RecountWalkRow | undefined> {
  const [row] = await tx
    .insert(recountWalks)
    .values({ walk, position, steps: steps + 1 })
    .onConflictDoUpdate({
      target: recountWalks.walk,
      set: { position, steps: steps + 1 },
      setWhere: eq(recountWalks.steps, steps)
    })
    .returning()
  return row
}

/** The next repository by id; undefined after the last one. */
export async function nextRepositoryId(db: Db, position: string | null): Promise<number | undefined> {
  const [found] = await db
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(gt(repositories.hostId, sql`${position ?? '0'}::bigint`))
    .orderBy(repositories.hostId)
    .limit(1)
  return found?.repoId
}

/** The next day with counters of the fleet. */
export async function nextCountedDay(db: Db, position: string | null): Promise<string | undefined> {
  const after = sql`${position ?? '-infinity'}::date`
  const [found] = await rowsOf<{ day: string | null }>(
    db,
    sql`select least(
        (select min(day) from ${tallies} where ${tallies.repoId} = ${FLEET} and day > ${after} and day < 'infinity'),
        (select min(day) from ${evidenceTallies}
          where ${evidenceTallies.repoId} = ${FLEET} and day > ${after} and day < 'infinity'),
        (select (min(hour) at time zone 'UTC')::date from ${activitySums}
          where ${activitySums.repoId} = ${FLEET} and hour > '-infinity'
            and hour >= (${after} + 1)::timestamp at time zone 'UTC'),
        (select (min(hour) at time zone 'UTC')::date from ${deliveryHours}
          where hour >= (${after} + 1)::timestamp at time zone 'UTC')
      )::text as day`
  )
  return found?.day ?? undefined
}

/** Adds to the numbers of repaired counters, by kind. What shows them must be read again, though no row has changed. */
export async function recordRepairs(tx: Tx, counts: ReadonlyMap<RecountKind, number>): Promise<void> {
  if (counts.size > 0) await tellOfAnyTable(tx)
  for (const kind of [...counts.keys()].sort())
    await tx
      .insert(recountRepairs)
      .values({ kind, sums: counts.get(kind) ?? 0 })
      .onConflictDoUpdate({
        target: recountRepairs.kind,
        set: { sums: sql`${recountRepairs.sums} + ${excluded(recountRepairs.sums)}` }
      })
}

export async function repairsByKind(db: Db): Promise<{ kind: RecountKind; sums: number }[]> {
  return db.select().from(recountRepairs)
}

export async function recountWalksOf(db: Db): Promise<RecountWalkRow[]> {
  return db.select().from(recountWalks)
}
