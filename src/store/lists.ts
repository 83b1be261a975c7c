// Pages of long lists, written as JSON by the database itself: one round trip, and nothing is parsed on the way.
import { type SQL, sql } from 'drizzle-orm'
import { MOST_PER_PAGE, type Page, type Paging } from '../../schemas/common.js'
import { cursorOf, positionOf } from './cursor.js'
import { type Db, rowsOf, settled } from './database.js'

/** A JSON text that says a `Body`. */
export type Written<Body> = string & { readonly body?: Body }

/** How a list is ordered, and where in that order a row stands. */
export interface Order {
  by: SQL
  /** Its columns, the id among them. */
  columns: SQL
  /** The values of the order, as a JSON array. */
  position: SQL
  kinds: readonly ('number' | 'string')[]
  /** The rows behind a position, as ranges that follow one another within an index. */
  after(position: readonly (number | string)[]): readonly SQL[]
}

const age = sql`(t.created_at, t.id)`
const ageOf = (at: number | string | undefined, id: number | string | undefined) =>
  sql`(${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`

/** The newest first. */
export const newestFirst: Order = {
  by: sql`t.created_at desc, t.id desc`,
  columns: sql`t.created_at, t.id`,
  position: sql`json_build_array(t.created_at, t.id)`,
  kinds: ['string', 'number'],
  after: ([at, id]) => [sql`${age} < ${ageOf(at, id)}`]
}

/** By a rank, and the newest first among equals. */
export function byRank(column: string): Order {
  const rank = sql.raw(`t.${column}`)
  return {
    by: settled(sql`${rank}, t.created_at desc, t.id desc`),
    columns: settled(sql`${rank}, t.created_at, t.id`),
    position: settled(sql`json_build_array(${rank}, t.created_at, t.id)`),
    kinds: ['number', 'string', 'number'],
    after: ([first, at, id]) => [
      sql`${rank} = ${first ?? 0}::int and ${age} < ${ageOf(at, id)}`,
      sql`${rank} > ${first ?? 0}::int`
    ]
  }
}

export interface List {
  table: 'issues' | 'pull_requests' | 'ci_runs'
  /** What is shown of a row `t` and its repository `r`. */
  fields: SQL
  /** Conditions on `t`, besides that it is live. */
  where: readonly SQL[]
  order: Order
  /** How many match. */
  total: SQL
}

/** One row more is chosen than is shown, to know whether there is another page. */
export async function pageText<Row>(db: Db, list: List, paging: Paging): Promise<Written<Page<Row>>> {
  const { fields, order, total } = list
  const { page, perPage } = paging
  const [found] = await rowsOf<{ total: number; more: boolean; data: string; last: string | null }>(
    db,
    sql`select (${total})::int as total, count(*) > ${perPage} as more,
        coalesce('[' || string_agg(line, ',' order by nth) filter (where nth <= ${perPage}) || ']', '[]') as data,
        max(position) filter (where nth = ${perPage}) as last
      from (
        select row_number() over (order by ${order.by}) as nth, ${order.position}::text as position,
          row_to_json((select shown from (select ${fields}) as shown))::text as line
        from (${chosenRows(list, paging)}) as t join repositories r on r.host_id = t.repo_id
      ) as page`
  )
  if (!found) throw new Error('a page is one row')
  const next = found.more && found.last !== null ? cursorOf(found.last) : null
  const meta = {
    page,
    per_page: perPage,
    total: found.total,
    total_pages: Math.ceil(found.total / perPage),
    cursor: next
  }
  return `{"data":${found.data},"meta":${JSON.stringify(meta)}}`
}

/** Said in so many words: only where the planner knows that few rows are wanted does it keep a plan for all pages. */
const MOST_CHOSEN = sql.raw(String(MOST_PER_PAGE + 1))

/** The rows of a page are chosen within an index, however deep it lies, and only they are looked at. */
function chosenRows({ table, where, order }: List, { perPage, offset, cursor }: Paging): SQL {
  const from = sql.raw(table)
  const isFirst = cursor === undefined && offset === 0
  const columns = isFirst ? sql`t.*` : order.columns
  const ranges = cursor === undefined ? [sql`t.live`] : order.after(positionOf(cursor, order.kinds))
  const skipped = cursor !== undefined || isFirst ? sql`` : sql`offset ${offset}`
  const chosen = ranges.map(
    (
      range
    ) => sql`(select ${columns} from ${from} t where ${sql.join([sql`t.live`, ...where, range], sql` and `)}
      order by ${order.by} limit ${MOST_CHOSEN} ${skipped})`
  )
  const rows = sql`select * from (${sql.join(chosen, sql` union all `)}) as t order by ${order.by} limit ${perPage + 1}`
  return isFirst ? rows : sql`select t.* from (${rows}) as chosen join ${from} t using (id)`
}

/** How many live rows meet these conditions: counted, which takes as long as there are such rows. */
export function countOf(table: List['table'], where: readonly SQL[]): SQL {
  return sql`select count(*) from ${sql.raw(table)} t where ${sql.join([sql`t.live`, ...where], sql` and `)}`
}

/** A text that is found anywhere in a column, in any case, and stands for nothing but itself. */
export function contains(column: SQL, text: string): SQL {
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

export interface Scope {
  owner?: string
  /** A name, or `owner/name`. */
  repo?: string
}

/** Which repositories a list is about; nothing where it is about all. */
export function withinScope({ owner, repo }: Scope): SQL[] {
  if (owner === undefined && repo === undefined) return []
  const named =
    repo === undefined
      ? []
      : [repo.includes('/') ? sql`lower(full_name) = lower(${repo})` : sql`lower(name) = lower(${repo})`]
  const owned = owner === undefined ? [] : [sql`lower(owner) = lower(${owner})`]
  const conditions = sql.join([sql`deleted_at is null`, ...named, ...owned], sql` and `)
  return [sql`t.repo_id in (select host_id from repositories where ${conditions})`]
}
