// Pages of long lists, written as JSON by the database itself: one round trip, and nothing is parsed on the way.
import { type SQL, sql } from 'drizzle-orm'
import type { Page, Paging } from '../../schemas/common.js'
import { cursorOf, positionOf } from './cursor.js'
import { type Db, rowsOf } from './database.js'

/** A JSON text that says a `Body`. */
export type Written<Body> = string & { readonly body?: Body }

/** A page as a text, and where it stands in its list for whoever does not read the text. */
export interface WrittenPage<Row> {
  text: Written<Page<Row>>
  meta: Page<Row>['meta']
}

/** How a list is ordered, and where in that order a row stands. */
export interface Order {
  by: SQL
  /** The values of the order, as a JSON array. */
  position: SQL
  kinds: readonly ('number' | 'string')[]
  /** The rows behind a position. */
  after(position: readonly (number | string)[]): SQL
}

const age = sql`(t.created_at, t.id)`
const ageOf = (at: number | string | undefined, id: number | string | undefined) =>
  sql`(${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`

/** The newest first. */
export const newestFirst: Order = {
  by: sql`t.created_at desc, t.id desc`,
  position: sql`json_build_array(t.created_at, t.id)`,
  kinds: ['string', 'number'],
  after: ([at, id]) => sql`${age} < ${ageOf(at, id)}`
}

/** By a rank, and the newest first among equals. */
export function byRank(column: string): Order {
  const rank = sql.raw(`t.${column}`)
  return {
    by: sql`${rank}, t.created_at desc, t.id desc`,
    position: sql`json_build_array(${rank}, t.created_at, t.id)`,
    kinds: ['number', 'string', 'number'],
    after: ([first, at, id]) =>
      sql`${rank} >= ${first ?? 0}::int and (${rank} > ${first ?? 0}::int or ${age} < ${ageOf(at, id)})`
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

/**
 * The rows of a page are chosen within an index, however deep it lies, and only they are looked at. One more is
 * chosen than is shown, to know whether there is another page.
 */
export async function pageText<Row>(db: Db, list: List, paging: Paging): Promise<WrittenPage<Row>> {
  const { table, fields, where, order, total } = list
  const { page, perPage, offset, cursor } = paging
  const from = sql.raw(table)
  const start = cursor === undefined ? [] : [order.after(positionOf(cursor, order.kinds))]
  const conditions = sql.join([sql`t.live`, ...where, ...start], sql` and `)
  const shown = sql`chosen join ${from} t using (id)`
  const [found] = await rowsOf<{ total: number; more: boolean; data: string; last: string | null }>(
    db,
    sql`with chosen as materialized (
        select id, row_number() over () as nth from (
          select t.id from ${from} t where ${conditions}
          order by ${order.by} limit ${perPage + 1} offset ${cursor === undefined ? offset : 0}
        ) as t
      )
      select (${total})::int as total, (select count(*) from chosen) > ${perPage} as more,
        coalesce((select json_agg(page) from (
          select ${fields} from ${shown} join repositories r on r.host_id = t.repo_id
          where nth <= ${perPage} order by nth
        ) as page), '[]')::text as data,
        (select ${order.position}::text from ${shown} where nth <= ${perPage} order by nth desc limit 1) as last`
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
  return { text: `{"data":${found.data},"meta":${JSON.stringify(meta)}}`, meta }
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
