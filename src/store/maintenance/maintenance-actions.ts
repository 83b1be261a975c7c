// The rows of maintenance actions. A status changes by compare-and-set, together with its sums.
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { joined, memberOf, textOf } from '#domain/json/text.js'
import { MAINTENANCE_TOPIC, maintenanceCounts, measuresOfMaintenance } from '#domain/maintenance/sums.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { Paging } from '#schemas/common.js'
import type {
  MaintenanceActionPage,
  MaintenanceActionQuery,
  MaintenanceStats
} from '#schemas/maintenance/actions.js'
import { MOST_TRIES } from '#schemas/maintenance/enums.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { maintenanceActions } from '#tables/maintenance/maintenance-actions.js'
import { evidenceSums } from '../counters/evidence-tallies.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, momentOf, precompiled, rowsOf, type Tx, utcColumns, valueList } from '../sql/database.js'
import { type JsonPage, listedRows, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const actions = maintenanceActions
const t = alias(maintenanceActions, 't')

export type MaintenanceRow = typeof maintenanceActions.$inferSelect

export type NewMaintenance = Pick<
  MaintenanceRow,
  'repoId' | 'actionType' | 'targetType' | 'targetNumber' | 'idempotencyKey'
>

/** Locks the row of a key for this transaction; undefined if another one holds it. */
export async function lockMaintenance(tx: Tx, key: string): Promise<MaintenanceRow | undefined> {
  const isOfKey = eq(actions.idempotencyKey, key)
  const [found] = await tx.select().from(actions).where(isOfKey).for('update', { skipLocked: true })
  return found
}

export async function lockMaintenanceOfId(tx: Tx, id: number): Promise<MaintenanceRow | undefined> {
  const [found] = await tx.select().from(actions).where(eq(actions.id, id)).for('update')
  return found
}

/** Whether the key may be claimed: what is in progress or done may not, and neither what failed too often. */
export const isClaimable = ({ status, attempts }: MaintenanceRow): boolean =>
  status === 'skipped' || (status === 'failed' && attempts < MOST_TRIES)

type Fields = Pick<MaintenanceRow, 'status' | 'attempts'> &
  Partial<Pick<MaintenanceRow, 'result' | 'notBefore' | 'actionId' | 'appliedAt'>>

/** Undefined if a concurrent transaction has the key. */
export async function insertMaintenance(
  tx: TalliedTx,
  action: NewMaintenance,
  fields: Fields & { createdAt: Date }
): Promise<MaintenanceRow | undefined> {
  const [inserted] = await tx
    .insert(actions)
    .values({ ...action, ...fields })
    .onConflictDoNothing({ target: actions.idempotencyKey })
    .returning()
  return inserted
}

/** The caller holds the row. */
export async function updateMaintenance(
  tx: TalliedTx,
  id: number,
  set: Partial<Fields>
): Promise<MaintenanceRow | undefined> {
  const [updated] = await tx.update(actions).set(set).where(eq(actions.id, id)).returning()
  return updated
}

/** Notes the decision behind a row. */
export async function linkMaintenanceDecision(tx: Tx, id: number, decisionId: number): Promise<void> {
  await tx.update(actions).set({ decisionId }).where(eq(actions.id, id))
}

/** Notes the managed action that carries it out, however that stands. */
export async function linkAction(tx: Tx, id: number, actionId: number): Promise<void> {
  await tx.update(actions).set({ actionId }).where(eq(actions.id, id))
}

/** Of these keys, those that have a row, and whether it keeps them from being claimed at a moment. */
export async function knownKeys(db: Db, keys: readonly string[], at: Date): Promise<Map<string, boolean>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .select({ key: actions.idempotencyKey, taken: sql<boolean>`${isTaken(actions, at)}` })
    .from(actions)
    .where(inArray(actions.idempotencyKey, [...keys]))
  return new Map(rows.map(({ key, taken }) => [key, taken]))
}

type Claims = Record<'status' | 'attempts' | 'notBefore', PgColumn>

/** Whether a row keeps its key from being claimed at a moment. */
export const isTaken = ({ status, attempts, notBefore }: Claims, at: Date): SQL =>
  sql`(${status} in ('pending', 'applied') or coalesce(${notBefore} > ${momentOf(at)}, false)
    or (${status} = 'failed' and ${attempts} >= ${sql.raw(String(MOST_TRIES))}))`

const LISTED = listedRows(maintenanceActions, maintenanceActions.id)
const BY_AGE = newestFirst(t)
const FIELDS =
  precompiled(sql`${t.id}::float8 as id, ${t.repoId}::float8 as repo_id, ${t.actionType}, ${t.targetType},
  ${t.targetNumber}, ${t.idempotencyKey}, ${t.status}, ${t.result}, ${t.attempts},
  ${t.decisionId}::float8 as decision_id, ${t.actionId}::float8 as action_id, ${utcColumns(t.createdAt, t.appliedAt)}`)

export interface MaintenanceList {
  query: MaintenanceActionQuery
  repo: { repoId: number; fullName: string }
}

/** One round trip: the total comes from sums. */
export async function maintenancePage(
  db: Db,
  { query, repo: { repoId, fullName } }: MaintenanceList,
  paging: Paging
): Promise<JsonPage<unknown, MaintenanceActionPage>> {
  const { action_type, status, target_type } = query
  const where: SQL[] = [
    sql`${t.repoId} = ${repoId}`,
    ...(action_type === undefined ? [] : [sql`${t.actionType} = ${action_type}`]),
    ...(status === undefined ? [] : [sql`${t.status} = ${status}`]),
    ...(target_type === undefined ? [] : [sql`${t.targetType} = ${target_type}`])
  ]
  const sums = evidenceTallies
  const total = sql`select coalesce(sum(${sums.amount}), 0) from ${sums}
    where ${sums.repoId} = ${repoId} and ${sums.day} = '-infinity'
      and ${sums.measure} in (${valueList(measuresOfMaintenance(query))})`
  const { text, meta } = await pageText<MaintenanceActionPage['data'][number]>(
    db,
    { listed: LISTED, fields: FIELDS, where, order: BY_AGE, total },
    paging
  )
  return { text: joined(text, memberOf('repo', textOf(fullName))), meta }
}

const WEEK_MS = 7 * DAY_MS

export async function maintenanceStats(db: Db, repoId: number, at: Date): Promise<MaintenanceStats> {
  const since = new Date(at.getTime() - WEEK_MS)
  const [sums, [recent]] = await Promise.all([
    evidenceSums(db, { repoId, about: MAINTENANCE_TOPIC }),
    rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from ${actions}
        where ${actions.repoId} = ${repoId} and ${actions.createdAt} > ${momentOf(since)}`
    )
  ])
  return { ...maintenanceCounts(sums), last_7_days: recent?.count ?? 0 }
}
