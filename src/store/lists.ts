// Pages of long lists, written as JSON by the database itself: one round trip, and nothing is parsed on the way.
import { type SQL, sql } from 'drizzle-orm'
import type { Page, Paging } from '../../schemas/common.js'
import { cursorOf, type Kind, type Position, positionOf } from './cursor.js'
import { type Db, rowsOf } from './database.js'
import { isNamed } from './repositories.js'

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
  kinds: readonly Kind[]
  /** The rows behind a position. */
  after(position: Position): SQL
}

/** A value by which rows are ordered. */
export interface Key {
  value: SQL
  kind: Kind
}

const TYPES = { number: sql`bigint`, moment: sql`timestamptz`, text: sql`text` }
const listed = (parts: SQL[]) => sql.join(parts, sql`, `)

/** By these values, the last of them unique, all in one direction: an index on them serves both. */
export function inOrder(keys: readonly Key[], direction: 'asc' | 'desc'): Order {
  const values = listed(keys.map(({ value }) => value))
  const kinds = keys.map(({ kind }) => kind)
  const isAscending = direction === 'asc'
  return {
    by: listed(keys.map(({ value }) => sql`${value} ${isAscending ? sql`asc` : sql`desc`}`)),
    position: sql`json_build_array(${values})`,
    kinds,
    after: (position) =>
      sql`(${values}) ${isAscending ? sql`>` : sql`<`} (${listed(kinds.map((kind, at) => sql`${position[at]}::${TYPES[kind]}`))})`
  }
}

const id: Key = { value: sql`t.id`, kind: 'number' }
const age: readonly Key[] = [{ value: sql`t.created_at`, kind: 'moment' }, id]

/** The newest first. */
export const newestFirst = inOrder(age, 'desc')

/** By a rank, and the newest first among equals. */
export function byRank(column: string): Order {
  const rank = sql.raw(`t.${column}`)
  return {
    by: sql`${rank}, ${newestFirst.by}`,
    position: sql`json_build_array(${rank}, t.created_at, t.id)`,
    kinds: ['number', ...newestFirst.kinds],
    after: ([first, ...rest]) =>
      sql`${rank} >= ${first}::bigint and (${rank} > ${first}::bigint or ${newestFirst.after(rest)})`
  }
}

/** Which rows of a table are there for lists, and what stands beside each. */
const ofRepository = { there: sql`t.live`, beside: sql`join repositories r on r.host_id = t.repo_id` }
const TABLES = {
  issues: ofRepository,
  pull_requests: ofRepository,
  ci_runs: ofRepository,
  repositories: { there: sql`t.deleted_at is null`, beside: sql`` }
}

export interface List {
  table: keyof typeof TABLES
  /** What is shown of a row `t` and, where it belongs to one, its repository `r`. */
  fields: SQL
  /** Joins of what is looked up for each row that is shown. */
  beside?: SQL
  /** Conditions on `t`, besides that it is there. */
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
  const { table, fields, beside = sql``, where, order, total } = list
  const { page, perPage, offset, cursor } = paging
  const from = sql.raw(table)
  const start = cursor === undefined ? [] : [order.after(positionOf(cursor, order.kinds))]
  const conditions = sql.join([TABLES[table].there, ...where, ...start], sql` and `)
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
          select ${fields} from ${shown} ${TABLES[table].beside} ${beside}
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

/** How many rows that are there meet these conditions: counted, which takes as long as there are such rows. */
export function countOf(table: List['table'], where: readonly SQL[]): SQL {
  const conditions = sql.join([TABLES[table].there, ...where], sql` and `)
  return sql`select count(*) from ${sql.raw(table)} t where ${conditions}`
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
    repo === undefined ? [] : [repo.includes('/') ? isNamed(repo) : sql`lower(name) = lower(${repo})`]
  const owned = owner === undefined ? [] : [sql`lower(owner) = lower(${owner})`]
  const conditions = sql.join([sql`deleted_at is null`, ...named, ...owned], sql` and `)
  return [sql`t.repo_id in (select host_id from repositories where ${conditions})`]
}
