// The shared store of the host's client: budgets, cooldowns, and counts by hour.
import { and, asc, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgTable } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import type { CooldownReason } from '#schemas/host/host.js'
import { hostBudgets } from '#tables/host/host-budgets.js'
import { hostCooldowns } from '#tables/host/host-cooldowns.js'
import { hostHours } from '#tables/host/host-hours.js'
import { type Db, momentOf, ownLane, rowsOf, type Tx } from '../sql/database.js'

export interface BudgetRow {
  credential: string
  installationId: number
  resource: string
  remaining: number
  limit: number
  used: number
  resetAt: Date
  updatedAt: Date
}

export interface CooldownRow {
  credential: string
  installationId: number
  scope: string
  reason: CooldownReason
  until: Date
}

export interface HostHourCounts {
  requests: number
  errors: number
  hits: number
  misses: number
}

/** The host's resets of one window differ by a second or so, depending on whose clock is asked. */
const SAME_WINDOW = sql.raw(`abs(extract(epoch from b.reset_at - excluded.reset_at)) <= 5`)

/** The newest word counts; within one window the smallest rest, since answers overtake one another. */
export async function saveBudgets(tx: Tx, rows: readonly BudgetRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into host_budgets as b (credential, installation_id, resource, remaining, "limit", used, reset_at, updated_at)
    select credential, "installationId", resource, remaining, "limit", used, "resetAt", "updatedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as seen (credential text, "installationId" bigint,
      resource text, remaining int, "limit" int, used int, "resetAt" timestamptz, "updatedAt" timestamptz)
    order by 1, 2, 3
    on conflict (credential, installation_id, resource) do update set
      remaining = case when ${SAME_WINDOW} then least(b.remaining, excluded.remaining) else excluded.remaining end,
      used = case when ${SAME_WINDOW} then greatest(b.used, excluded.used) else excluded.used end,
      "limit" = excluded."limit", reset_at = excluded.reset_at,
      updated_at = greatest(b.updated_at, excluded.updated_at)
    where ${SAME_WINDOW} or excluded.updated_at >= b.updated_at`)
}

/** A shorter pause never ends a longer one. */
export async function saveCooldowns(tx: Tx, rows: readonly CooldownRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into host_cooldowns as c (credential, installation_id, scope, reason, until)
    select credential, "installationId", scope, reason, until
    from json_to_recordset(${JSON.stringify(rows)}::json) as seen
      (credential text, "installationId" bigint, scope text, reason text, until timestamptz)
    order by 1, 2, 3
    on conflict (credential, installation_id, scope) do update set reason = excluded.reason, until = excluded.until
    where excluded.until > c.until`)
}

export async function addToHostHours(tx: Tx, at: Date, counts: HostHourCounts): Promise<void> {
  const { requests, errors, hits, misses } = counts
  await tx.execute(sql`
    insert into host_hours as h (hour, lane, requests, errors, hits, misses)
    values (date_trunc('hour', ${momentOf(at)}, 'UTC'), ${ownLane},
      ${requests}::int, ${errors}::int, ${hits}::int, ${misses}::int)
    on conflict (hour, lane) do update set requests = h.requests + excluded.requests,
      errors = h.errors + excluded.errors, hits = h.hits + excluded.hits, misses = h.misses + excluded.misses`)
}

/** What counts for these installations, under one credential. */
export async function sharedHostState(
  db: Db | Tx,
  credential: string,
  installationIds: readonly number[]
): Promise<{ budgets: BudgetRow[]; cooldowns: CooldownRow[] }> {
  const of = (table: typeof hostBudgets | typeof hostCooldowns) =>
    and(sql`${table.credential} = ${credential}`, inArray(table.installationId, [...installationIds]))
  const budgets = await db.select().from(hostBudgets).where(of(hostBudgets))
  const cooldowns = await db.select().from(hostCooldowns).where(of(hostCooldowns))
  return { budgets, cooldowns }
}

export async function hostCountsSince(db: Db, since: Date): Promise<HostHourCounts> {
  const [sums] = await rowsOf<HostHourCounts>(
    db,
    sql`select coalesce(sum(requests), 0)::int as requests, coalesce(sum(errors), 0)::int as errors,
      coalesce(sum(hits), 0)::int as hits, coalesce(sum(misses), 0)::int as misses
      from host_hours where hour > ${momentOf(since)}`
  )
  return sums ?? { requests: 0, errors: 0, hits: 0, misses: 0 }
}

/** All budgets whose window has not ended, the one that was heard of last at the end. */
export async function liveBudgets(db: Db, now: Date): Promise<BudgetRow[]> {
  return db.select().from(hostBudgets).where(gt(hostBudgets.resetAt, now)).orderBy(asc(hostBudgets.updatedAt))
}

export async function budgetsPage(db: Db, now: Date, { perPage, offset }: Paging) {
  const live = gt(hostBudgets.resetAt, now)
  const rows = await db
    .select()
    .from(hostBudgets)
    .where(live)
    .orderBy(asc(hostBudgets.installationId), asc(hostBudgets.resource), asc(hostBudgets.credential))
    .limit(perPage)
    .offset(offset)
  return { total: await countOf(db, hostBudgets, live), rows }
}

export async function cooldownsPage(db: Db, now: Date, { perPage, offset }: Paging) {
  const live = gt(hostCooldowns.until, now)
  const rows = await db
    .select()
    .from(hostCooldowns)
    .where(live)
    .orderBy(asc(hostCooldowns.installationId), asc(hostCooldowns.scope), asc(hostCooldowns.credential))
    .limit(perPage)
    .offset(offset)
  return { total: await countOf(db, hostCooldowns, live), rows }
}

async function countOf(db: Db, table: AnyPgTable, where: SQL): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(table).where(where)
  return row?.total ?? 0
}

/** What has ended or is older than anybody asks for. */
export async function dropHostHistory(tx: Tx, now: Date, hoursBefore: Date): Promise<undefined> {
  await tx.delete(hostBudgets).where(lt(hostBudgets.resetAt, now))
  await tx.delete(hostCooldowns).where(lt(hostCooldowns.until, now))
  await tx.delete(hostHours).where(lt(hostHours.hour, hoursBefore))
}
