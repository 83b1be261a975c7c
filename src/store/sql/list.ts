// Pages of long lists, written as JSON by the database itself: one round trip, and nothing is parsed on the way.

import { type SQL, sql } from 'drizzle-orm'
import type { Measure } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { MOST_PER_PAGE, type Page, type Paging } from '#schemas/common.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { cursorOf, positionOf } from './cursor.js'
import { type Db, rowsOf } from './database.js'
import type { ListOrder } from './order.js'
import { isNamed } from './repository-name.js'

/** A page as a text, and where it stands in its list for whoever does not read the text. */
export interface JsonPage<Row, Body = Page<Row>> {
  text: JsonText<Body>
  meta: Page<Row>['meta']
}

/** The limit has it looked up row by row: for a short page the planner would otherwise read all repositories. */
const repository = sql`lateral (
  select * from repositories where host_id = t.repo_id limit 1
) as r on true`

/** Which rows of a table are there for lists, and what stands beside each. */
const ofRepository = { there: sql`t.live`, beside: sql`join ${repository}` }
const ofAnyRepository = { there: sql`true`, beside: sql`join ${repository}` }
const TABLES = {
  issues: ofRepository,
  pull_requests: ofRepository,
  ci_runs: ofRepository,
  heal_attempts: ofRepository,
  fix_attempts: ofRepository,
  waivers: ofRepository,
  duplicate_signals: ofRepository,
  // What was decided, done and received is shown also where its repository is gone; the feed also where it has none.
  decisions: ofAnyRepository,
  managed_actions: ofAnyRepository,
  triage_failures: ofAnyRepository,
  activity: { ...ofAnyRepository, beside: sql`left join ${repository}` },
  repositories: { there: sql`t.deleted_at is null`, beside: sql`` },
  audit_entries: { there: sql`true`, beside: sql``, key: sql`seq` },
  compliance_reports: { there: sql`true`, beside: sql`` }
} satisfies Record<string, { there: SQL; beside: SQL; key?: SQL }>

const ID = sql`id`
const keyOf = (table: keyof typeof TABLES) => ('key' in TABLES[table] ? TABLES[table].key : ID)

export interface ListQuery {
  table: keyof typeof TABLES
  /** What is shown of a row `t` and, where it belongs to one, its repository `r`. */
  fields: SQL
  /** Joins of what is looked up for each row that is shown. */
  beside?: SQL
  /** Conditions on `t`, besides that it is there. */
  where: readonly SQL[]
  /** One of these holds as well: each is read within an index of its own, as far as a page goes. */
  either?: readonly SQL[]
  /** That of `either` one holds for all rows alike, and no other for any: it alone is followed, however deep. */
  isOneWay?: boolean
  order: ListOrder
  /** How many match. */
  total: SQL
}

/**
 * One row more is chosen than is shown, to know whether there is another page. The rows come in their order from the
 * subselect, and an aggregate takes them as they come: said again within it, they would be sorted once more.
 */
export async function pageText<Row>(db: Db, list: ListQuery, paging: Paging): Promise<JsonPage<Row>> {
  const { table, fields, beside = sql``, order, total } = list
  const { page, perPage } = paging
  const [found] = await rowsOf<{ total: number; more: boolean; data: string; last: string | null }>(
    db,
    sql`select (${total})::int as total, count(*) > ${perPage} as more,
        coalesce(array_to_json((array_agg(line))[1:${perPage}::int])::text, '[]') as data,
        (array_agg(position))[${perPage}::int] as last
      from (
        select ${order.position}::text as position, (select shown from (select ${fields}) as shown) as line
        from (${chosenRows(list, paging)}) as t ${TABLES[table].beside} ${beside} order by ${order.by}
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
  return { text: fromDatabase(`{"data":${found.data},"meta":${JSON.stringify(meta)}}`), meta }
}

/**
 * Said in so many words: only where the planner knows that few rows are wanted does it keep a plan for all pages. Of a
 * few lengths, so that it keeps few plans.
 */
const LENGTHS = [20, 50, MOST_PER_PAGE]
const lengthFor = (perPage: number) => LENGTHS.find((length) => length >= perPage) ?? MOST_PER_PAGE

/** The rows of a page are chosen within an index, however deep it lies, and only they are looked at. */
function chosenRows(list: ListQuery, { perPage, offset, cursor }: Paging): SQL {
  const { table, where, either = [], order } = list
  const from = sql.raw(table)
  const length = lengthFor(perPage)
  const mostChosen = sql.raw(String(length + 1))
  const chosen = (what: SQL, conditions: readonly SQL[], skipped = sql``) =>
    sql`(select ${what} from ${from} t where ${sql.join([TABLES[table].there, ...where, ...conditions], sql` and `)}
      order by ${order.by} limit ${mostChosen} ${skipped})`
  if (cursor === undefined && offset === 0 && either.length === 0) {
    const first = chosen(sql`t.*`, [])
    const isWhole = length === perPage
    return isWhole ? first : sql`select * from ${first} as t order by ${order.by} limit ${perPage + 1}`
  }
  const key = keyOf(table)
  const keys = sql`t.${key}, ${order.values}`
  const ways: readonly SQL[][] = either.length === 0 ? [[]] : either.map((way) => [way])
  const together = list.isOneWay ? ways : [anyOf(either)]
  const ranges =
    offset > 0 && cursor === undefined
      ? together.map((way) => chosen(keys, way, sql`offset ${offset}`))
      : rangesOf(order, cursor).flatMap((range) => ways.map((way) => chosen(keys, [...range, ...way])))
  return sql`select t.* from (
      select ${key} from (${sql.join(ranges, sql` union all `)}) as keys order by ${order.byValues} limit ${perPage + 1}
    ) as chosen join ${from} t using (${key})`
}

function rangesOf(order: ListOrder, cursor: string | undefined): readonly SQL[][] {
  return cursor === undefined ? [[]] : order.after(positionOf(cursor, order.kinds)).map((range) => [range])
}

function anyOf(either: readonly SQL[]): SQL[] {
  return either.length === 0 ? [] : [sql`(${sql.join([...either], sql` or `)})`]
}

/** How many rows that are there meet these conditions: counted, which takes as long as there are such rows. */
export function countOf(table: ListQuery['table'], where: readonly SQL[]): SQL {
  const conditions = sql.join([TABLES[table].there, ...where], sql` and `)
  return sql`select count(*) from ${sql.raw(table)} t where ${conditions}`
}

/**
 * A text that is found anywhere in a column, in any case, and stands for nothing but itself. Where it has no letters but
 * those of ASCII, those of the column need not be compared as any language does, which takes twice as long.
 */
export function containsText(column: SQL, text: string): SQL {
  const collation = /^[\x20-\x7e]*$/.test(text) ? sql`collate "C"` : sql``
  return sql`${column} ${collation} ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

export interface ListScope {
  owner?: string
  /** A name, or `owner/name`. */
  repo?: string
}

/** Which repositories a list is about, as conditions on its rows and on the sums about them. */
export interface ScopeConditions {
  where: SQL[]
  sums: SQL
  /** Instead of the conditions, the ways to find a page of them. */
  ways: SQL[]
}

/** The measures are those of all rows of the list. */
export function scopeConditions(
  { owner, repo }: ListScope,
  measures: readonly Measure[],
  repoId?: number
): ScopeConditions {
  if (repoId !== undefined)
    return { where: [sql`t.repo_id = ${repoId}`], sums: sql`repo_id = ${repoId}`, ways: [] }
  if (owner === undefined && repo === undefined) return { where: [], sums: ofFleet, ways: [] }
  const named =
    repo === undefined ? [] : [repo.includes('/') ? isNamed(repo) : sql`lower(name) = lower(${repo})`]
  const owned = owner === undefined ? [] : [sql`lower(owner) = lower(${owner})`]
  const conditions = sql.join([sql`deleted_at is null`, ...named, ...owned], sql` and `)
  const ids = sql`(select host_id from repositories where ${conditions})`
  const [where, sums] = [sql`t.repo_id in ${ids}`, sql`repo_id in ${ids}`]
  if (repo !== undefined) return { where: [where], sums, ways: [] }
  const isLarge = sql`(${totalSum(sums, measures)}) * ${LARGE_SHARE} > (${totalSum(ofFleet, measures)})`
  return {
    where: [where],
    sums,
    ways: [sql`${isLarge} and t.repo_id = any(array${ids})`, sql`not (${isLarge}) and ${where}`]
  }
}

/**
 * Whoever owns more than one row in so many is soon met when all rows are read in their order, and has too many of them
 * to sort. The planner cannot know: it takes all owners for equal.
 */
const LARGE_SHARE = sql.raw('50')

/** The rows of a list that are within a scope and meet these conditions. */
export function scopedRows(
  { where, ways }: ScopeConditions,
  filters: readonly SQL[]
): Pick<ListQuery, 'where' | 'either' | 'isOneWay'> {
  return ways.length === 0
    ? { where: [...where, ...filters] }
    : { where: filters, either: ways, isOneWay: true }
}
