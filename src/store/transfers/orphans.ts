// Repositories that share a name under different ids: the live one, and the rows of its orphans.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { repoNotFound } from '#errors/errors.js'
import type { Paging } from '#schemas/common.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { bareColumn, type Db, idsIn, rowsOf } from '../sql/database.js'
import { isNamed, nameKey } from '../sql/repository-name.js'
import { type RepositoryTable, tableName } from '../sql/repository-table.js'

const r = alias(repositories, 'r')
const i = alias(installations, 'i')
const d = alias(webhookDeliveries, 'd')
const l = alias(repositories, 'l')
const o = alias(repositories, 'o')
const v = alias(repositories, 'v')

/** A repository that may be an orphan. */
export interface TransferCandidate {
  repoId: number
  fullName: string
  installationId: number | null
  /** Whether its installation has been removed. */
  isUninstalled: boolean
}

const candidate = sql`${r.hostId}::float8 as "repoId", ${r.fullName} as "fullName",
  ${r.installationId}::float8 as "installationId",
  exists (select from ${installations} i where ${i.hostId} = ${r.installationId}
    and ${i.deletedAt} is not null) as "isUninstalled"`

/**
 * Finds a repository of this name that is not deleted. Of several, the live one is the one that the host mentioned
 * last, and the orphan the one that it has not mentioned for longest.
 */
export async function candidateByName(
  db: Db,
  fullName: string,
  role: 'orphan' | 'live'
): Promise<TransferCandidate> {
  const order = role === 'live' ? sql`desc` : sql`asc`
  const [found] = await rowsOf<TransferCandidate>(
    db,
    sql`select ${candidate} from ${repositories} r
      where ${isNamed(r, fullName)} and ${r.deletedAt} is null
      order by ${r.seenAt} ${order}, ${r.id} ${order} limit 1`
  )
  if (!found) throw repoNotFound(fullName)
  return found
}

export interface OrphanCandidate extends TransferCandidate {
  deliveries: number
  liveId: number
  liveName: string
  liveDeliveries: number
}

/**
 * Counts all names to find the shared ones, but ranks repositories and counts deliveries only for the names of the
 * page. A repository whose full name now belongs to another ranks last.
 */
export async function orphansPage(
  db: Db,
  { perPage, offset }: Paging
): Promise<{ total: number; pairs: OrphanCandidate[] }> {
  const rows = await rowsOf<{ total: number } & (OrphanCandidate | { repoId: null })>(
    db,
    sql`with shared as (
        select lower(${r.name}) as name, count(*) - 1 as orphans,
          sum(count(*) - 1) over (order by lower(${r.name})) as upto
        from ${repositories} r where ${r.deletedAt} is null group by lower(${r.name}) having count(*) > 1
      ), asked as (
        select name, upto - orphans as skipped from shared
        where upto > ${offset} and upto - orphans < ${offset + perPage}
      ), variant as (
        select ${r.id}, ${r.hostId}, asked.name, asked.skipped,
          row_number() over (partition by ${nameKey(r)} order by ${r.seenAt} desc, ${r.id} desc) > 1 as is_replaced
        from ${repositories} r join asked on asked.name = lower(${r.name}) where ${r.deletedAt} is null
      ), ranked as (
        select ${v.hostId}, v.name, v.skipped, deliveries, row_number() over (
          partition by v.name order by v.is_replaced, deliveries desc, latest desc nulls last, ${v.id} desc) as nth
        from variant v cross join lateral (
          select count(*) as deliveries, max(${d.receivedAt}) as latest from ${webhookDeliveries} d
            where ${d.repoId} = ${v.hostId}
        ) as received
      ), page as (
        select ${o.hostId} as orphan, o.deliveries, ${l.hostId} as live, l.deliveries as live_deliveries,
          o.skipped + o.nth - 1 as place
        from ranked o join ranked l on l.name = o.name and l.nth = 1
        where o.nth > 1 and o.skipped + o.nth - 1 > ${offset} and o.skipped + o.nth - 1 <= ${offset + perPage}
      )
      select all_of.total, ${candidate}, deliveries::float8 as deliveries, ${l.hostId}::float8 as "liveId",
        ${l.fullName} as "liveName", live_deliveries::float8 as "liveDeliveries"
      from (select coalesce(max(upto), 0)::int as total from shared) as all_of
      left join page on true left join ${repositories} r on ${r.hostId} = page.orphan
      left join ${repositories} l on ${l.hostId} = page.live
      order by place`
  )
  const pairs = rows.filter((row): row is { total: number } & OrphanCandidate => row.repoId !== null)
  return { total: rows[0]?.total ?? 0, pairs }
}

export interface OwnedRows {
  repoId: number
  table: string
  rows: number
  /** Rows with the name of the repository. */
  named: number
}

/** Counts the rows of each table that belong to these repositories, in one round trip. */
export async function countOwnedRows(
  db: Db,
  tables: readonly RepositoryTable[],
  repoIds: readonly number[]
): Promise<OwnedRows[]> {
  if (repoIds.length === 0) return []
  const counts = tables.map((of): SQL => {
    const { table, repoId, names = [] } = of
    const named =
      names.length === 0 ? sql`0` : sql`count(coalesce(${sql.join(names.map(bareColumn), sql`, `)}))`
    // One lookup per repository, so that no table is read completely.
    return sql`select asked.id::float8 as "repoId", ${tableName(of)} as "table", rows::float8, named::float8
      from asked cross join lateral (
        select count(*) as rows, ${named} as named from ${table} where ${bareColumn(repoId)} = asked.id
      ) as held`
  })
  return rowsOf(
    db,
    sql`with asked as (select distinct id from unnest(array${idsIn(repoIds)}) as id)
      ${sql.join(counts, sql` union all `)}`
  )
}
