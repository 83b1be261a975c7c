// State that the host clients of all processes share: budgets, cooldowns, and hourly counts.
import { and, asc, gt, inArray, lt, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import type { CooldownReason } from '#schemas/host/host.js'
import { hostBudgets } from '#tables/host/host-budgets.js'
import { hostCooldowns } from '#tables/host/host-cooldowns.js'
import { hostHours } from '#tables/host/host-hours.js'
import { bareColumns, type Db, excluded, laneOfConnection, momentOf, type Tx } from '../sql/database.js'

const b = alias(hostBudgets, 'b')
const c = alias(hostCooldowns, 'c')
const h = alias(hostHours, 'h')
const budgetColumn = bareColumns(hostBudgets)
const cooldownColumn = bareColumns(hostCooldowns)
const hourColumn = bareColumns(hostHours)

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

/** Reset times of one window differ by a second or so between the host's servers. */
const SAME_WINDOW = sql.raw(`abs(extract(epoch from b.reset_at - excluded.reset_at)) <= 5`)

/** The newest answer counts; within one window the smallest remainder, because answers overtake one another. */
export async function saveBudgets(tx: Tx, rows: readonly BudgetRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${hostBudgets} as b (${budgetColumn.credential}, ${budgetColumn.installationId},
      ${budgetColumn.resource}, ${budgetColumn.remaining}, ${budgetColumn.limit}, ${budgetColumn.used},
      ${budgetColumn.resetAt}, ${budgetColumn.updatedAt})
    select credential, "installationId", resource, remaining, "limit", used, "resetAt", "updatedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as seen (credential text, "installationId" bigint,
      resource text, remaining int, "limit" int, used int, "resetAt" timestamptz, "updatedAt" timestamptz)
    order by 1, 2, 3
    on conflict (${budgetColumn.credential}, ${budgetColumn.installationId}, ${budgetColumn.resource}) do update set
      ${budgetColumn.remaining} = case when ${SAME_WINDOW} then least(${b.remaining},
        ${excluded(hostBudgets.remaining)}) else ${excluded(hostBudgets.remaining)} end,
      ${budgetColumn.used} = case when ${SAME_WINDOW} then greatest(${b.used}, ${excluded(hostBudgets.used)})
      else ${excluded(hostBudgets.used)} end, ${budgetColumn.limit} = ${excluded(hostBudgets.limit)},
      ${budgetColumn.resetAt} = ${excluded(hostBudgets.resetAt)},
        ${budgetColumn.updatedAt} = greatest(${b.updatedAt}, ${excluded(hostBudgets.updatedAt)})
    where ${SAME_WINDOW} or ${excluded(hostBudgets.updatedAt)} >= ${b.updatedAt}`)
}

/** A shorter cooldown never ends a longer one. */
export async function saveCooldowns(tx: Tx, rows: readonly CooldownRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${hostCooldowns} as c (${cooldownColumn.credential}, ${cooldownColumn.installationId},
      ${cooldownColumn.scope}, ${cooldownColumn.reason}, ${cooldownColumn.until})
    select credential, "installationId", scope, reason, until
    from json_to_recordset(${JSON.stringify(rows)}::json) as seen
      (credential text, "installationId" bigint, scope text, reason text, until timestamptz)
    order by 1, 2, 3
    on conflict (${cooldownColumn.credential}, ${cooldownColumn.installationId}, ${cooldownColumn.scope})
      do update set ${cooldownColumn.reason} = ${excluded(hostCooldowns.reason)},
      ${cooldownColumn.until} = ${excluded(hostCooldowns.until)}
    where ${excluded(hostCooldowns.until)} > ${c.until}`)
}

export async function addToHostHours(tx: Tx, at: Date, counts: HostHourCounts): Promise<void> {
  const { requests, errors, hits, misses } = counts
  await tx.execute(sql`
    insert into ${hostHours} as h (${hourColumn.hour}, ${hourColumn.lane}, ${hourColumn.requests},
      ${hourColumn.errors}, ${hourColumn.hits}, ${hourColumn.misses})
    values (date_trunc('hour', ${momentOf(at)}, 'UTC'), ${laneOfConnection},
      ${requests}::int, ${errors}::int, ${hits}::int, ${misses}::int)
    on conflict (${hourColumn.hour}, ${hourColumn.lane})
      do update set ${hourColumn.requests} = ${h.requests} + ${excluded(hostHours.requests)},
      ${hourColumn.errors} = ${h.errors} + ${excluded(hostHours.errors)},
        ${hourColumn.hits} = ${h.hits} + ${excluded(hostHours.hits)},
        ${hourColumn.misses} = ${h.misses} + ${excluded(hostHours.misses)}`)
}

/** The state of these installations for one credential. */
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
  const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`
  const { hour, requests, errors, hits, misses } = hostHours
  const [sums] = await db
    .select({ requests: sumOf(requests), errors: sumOf(errors), hits: sumOf(hits), misses: sumOf(misses) })
    .from(hostHours)
    .where(gt(hour, since))
  return sums ?? { requests: 0, errors: 0, hits: 0, misses: 0 }
}

/** All budgets whose window has not ended, the most recently updated last. */
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
  return { total: await db.$count(hostBudgets, live), rows }
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
  return { total: await db.$count(hostCooldowns, live), rows }
}

/** Deletes ended budgets and cooldowns, and old counts. */
export async function dropHostHistory(tx: Tx, now: Date, hoursBefore: Date): Promise<undefined> {
  await tx.delete(hostBudgets).where(lt(hostBudgets.resetAt, now))
  await tx.delete(hostCooldowns).where(lt(hostCooldowns.until, now))
  await tx.delete(hostHours).where(lt(hostHours.hour, hoursBefore))
}
