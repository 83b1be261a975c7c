// Pages of long lists, written as JSON by the database itself: one round trip, and nothing is parsed on the way.
import { type SQL, sql } from 'drizzle-orm'
import { MOST_PER_PAGE, type Page, type Paging } from '../../schemas/common.js'
import { cursorOf, positionOf } from './cursor.js'
import { type Db, rowsOf } from './database.js'
import type { Order } from './orders.js'
import { isNamed } from './repositories.js'

/** A JSON text that says a `Body`. */
export type Written<Body> = string & { readonly body?: Body }

/** A page as a text, and where it stands in its list for whoever does not read the text. */
export interface WrittenPage<Row> {
  text: Written<Page<Row>>
  meta: Page<Row>['meta']
}

/** Which rows of a table are there for lists, and what stands beside each. */
const ofRepository = { there: sql`t.live`, beside: sql`join repositories r on r.host_id = t.repo_id` }
const TABLES = {
  issues: ofRepository,
  pull_requests: ofRepository,
  ci_runs: ofRepository,
  repositories: { there: sql`t.deleted_at is null`, beside: sql`` },
  waivers: ofRepository
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

/** One row more is chosen than is shown, to know whether there is another page. */
export async function pageText<Row>(db: Db, list: List, paging: Paging): Promise<WrittenPage<Row>> {
  const { table, fields, beside = sql``, order, total } = list
  const { page, perPage } = paging
  const [found] = await rowsOf<{ total: number; more: boolean; data: string; last: string | null }>(
    db,
    sql`select (${total})::int as total, count(*) > ${perPage} as more,
        coalesce('[' || string_agg(line, ',' order by nth) filter (where nth <= ${perPage}) || ']', '[]') as data,
        max(position) filter (where nth = ${perPage}) as last
      from (
        select row_number() over (order by ${order.by}) as nth, ${order.position}::text as position,
          row_to_json((select shown from (select ${fields}) as shown))::text as line
        from (${chosenRows(list, paging)}) as t ${TABLES[table].beside} ${beside}
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
  return { text: `{"data":${found.data},"meta":${JSON.stringify(meta)}}`, meta }
}

/** Said in so many words: only where the planner knows that few rows are wanted does it keep a plan for all pages. */
const MOST_CHOSEN = sql.raw(String(MOST_PER_PAGE + 1))

/** The rows of a page are chosen within an index, however deep it lies, and only they are looked at. */
function chosenRows({ table, where, order }: List, { perPage, offset, cursor }: Paging): SQL {
  const from = sql.raw(table)
  const chosen = (what: SQL, conditions: readonly SQL[], skipped = sql``) =>
    sql`(select ${what} from ${from} t where ${sql.join([TABLES[table].there, ...where, ...conditions], sql` and `)}
      order by ${order.by} limit ${MOST_CHOSEN} ${skipped})`
  if (cursor === undefined && offset === 0)
    return sql`select * from ${chosen(sql`t.*`, [])} as t order by ${order.by} limit ${perPage + 1}`
  const keys = sql`t.id, ${order.values}`
  const ranges =
    cursor === undefined
      ? [chosen(keys, [], sql`offset ${offset}`)]
      : order.after(positionOf(cursor, order.kinds)).map((range) => chosen(keys, [range]))
  return sql`select t.* from (
      select id from (${sql.join(ranges, sql` union all `)}) as keys order by ${order.byValues} limit ${perPage + 1}
    ) as chosen join ${from} t using (id)`
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
