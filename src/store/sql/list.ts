// Pages of long lists, written as JSON by the database: one round trip, and nothing is parsed on the way.

import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Measure } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { MOST_COUNTED, MOST_PER_PAGE, type Page, type Paging } from '#schemas/common.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { cursorOf, positionOf } from './cursor.js'
import { bareColumn, type Db, precompiled, rowsOf } from './database.js'
import type { ListOrder } from './order.js'
import { isNamed } from './repository-name.js'
import type { TextMatch } from './search.js'

/** A page as text, with its position in the list for callers that do not parse the text. */
export interface JsonPage<Row, Body = Page<Row>> {
  text: JsonText<Body>
  meta: Page<Row>['meta']
}

/** A table whose rows, under the name `t`, are listed. */
export interface ListedTable {
  table: PgTable
  /** Which of its rows lists show. */
  visible: SQL
  /** Joins the repository `r` of each row, if it has one. */
  join: SQL
  key: SQL
}

type TableOfRepositories = PgTable & { id: PgColumn; repoId: PgColumn }

/** Rows without a repository of their own. */
export function listedRows(table: PgTable, key: PgColumn, visible = sql`true`): ListedTable {
  return { table, visible, join: sql``, key: bareColumn(key) }
}

/** Rows with their repository `r`, whether it is deleted or not; a row that need not have one is listed without. */
export function rowsOfRepositories(table: TableOfRepositories): ListedTable {
  const kind = sql.raw(table.repoId.notNull ? 'join' : 'left join')
  // The limit makes the planner look repositories up row by row: for a short page it would otherwise read all of them.
  const join = precompiled(sql`${kind} lateral (
    select * from ${repositories} where ${repositories.hostId} = t.${bareColumn(table.repoId)} limit 1
  ) as r on true`)
  return { ...listedRows(table, table.id), join }
}

/** The same of rows that are hidden when they or their repository are deleted. */
export function liveRowsOfRepositories(table: TableOfRepositories & { live: PgColumn }): ListedTable {
  return { ...rowsOfRepositories(table), visible: sql`t.${bareColumn(table.live)}` }
}

export interface ListQuery {
  listed: ListedTable
  /** What is shown of a row `t` and, where it belongs to one, its repository `r`. */
  fields: SQL
  /** Joins what is looked up for each row that is shown. */
  lookups?: SQL
  /** Conditions on `t`, besides that of its table. */
  where: readonly SQL[]
  /** One of these holds as well: each is read within an index of its own, as far as a page goes. */
  alternatives?: readonly SQL[]
  /** One of the alternatives holds for all rows and the others for none: only that one is followed, however deep. */
  isOnlyOne?: boolean
  order: ListOrder
  /** How many match, unless texts are looked for. */
  total: SQL
  /** Texts that are looked for as well: what contains them is counted up to a bound. */
  texts?: readonly TextMatch[]
  /** What the alternatives say together; texts are looked for within it. */
  scope?: readonly SQL[]
}

/**
 * Chooses one row more than is shown, to know whether another page follows. The rows come in their order from the
 * subselect, and an aggregate takes them as they come: an order within it would sort them once more.
 */
export async function pageText<Row>(db: Db, list: ListQuery, paging: Paging): Promise<JsonPage<Row>> {
  const { listed, fields, lookups = sql``, order } = list
  const { perPage } = paging
  const { before, total, rows } = partsOf(list, paging)
  const [found] = await rowsOf<{ total: number; more: boolean; data: string; last: string | null }>(
    db,
    sql`${before} select (${total})::int as total, count(*) > ${perPage} as more,
        coalesce(array_to_json((array_agg(line))[1:${perPage}::int])::text, '[]') as data,
        (array_agg(position))[${perPage}::int] as last
      from (
        select ${order.position}::text as position, (select shown from (select ${fields}) as shown) as line
        from (${rows}) as t ${listed.join} ${lookups} order by ${order.by}
      ) as page`
  )
  if (!found) throw new Error('a page is one row')
  const cursor = found.more && found.last !== null ? cursorOf(nameOf(list), found.last) : null
  const meta = metaOf(paging, found.total, { cursor, isBounded: hasTexts(list) })
  return { text: fromDatabase(`{"data":${found.data},"meta":${JSON.stringify(meta)}}`), meta }
}

interface Continued {
  cursor: string | null
  isBounded: boolean
}

function metaOf(
  { page, perPage }: Paging,
  counted: number,
  { cursor, isBounded }: Continued
): Page<unknown>['meta'] {
  const isMinimum = isBounded && counted > MOST_COUNTED
  const total = isMinimum ? MOST_COUNTED : counted
  const minimum = isMinimum ? { total_is_minimum: true as const } : {}
  return { page, per_page: perPage, total, ...minimum, total_pages: Math.ceil(total / perPage), cursor }
}

const hasTexts = ({ texts = [] }: ListQuery) => texts.length > 0

/** The parts of the statement for a page. */
interface PageParts {
  before: SQL
  total: SQL
  rows: SQL
}

const partsOf = (list: ListQuery, paging: Paging): PageParts =>
  hasTexts(list)
    ? searchedParts(list, paging)
    : { before: sql``, total: list.total, rows: chosenRows(list, paging) }

/**
 * Reads what contains the texts once, for the page and for the total. Of more rows than are counted, so many contain the
 * texts that the page is soon found among all rows in their order.
 */
function searchedParts(list: ListQuery, paging: Paging): PageParts {
  const { listed, where, alternatives = [], texts = [], order } = list
  const { scope = anyOf(alternatives) } = list
  const { table, visible, key } = listed
  const found = [visible, ...scope, ...where, ...texts.map((text) => text.found)]
  const matches = sql`select t.${key}, ${order.values} from ${table} t where ${sql.join(found, sql` and `)}
    limit ${sql.raw(String(MOST_COUNTED + 1))}`
  const total = sql`select n from counted`
  const isFew = sql`(${total}) <= ${sql.raw(String(MOST_COUNTED))}`
  const checked = [...where, ...texts.map((text) => text.checked), sql`not ${isFew}`]
  return {
    before: sql`with matches as materialized (${matches}), counted as materialized (select count(*) as n from matches)`,
    total,
    rows: sql`select t.* from (
        (select ${key} from matches where ${sql.join([isFew, ...behindCursor(list, paging)], sql` and `)}
          order by ${order.byValues} limit ${paging.perPage + 1} offset ${offsetOf(paging)})
        union all select ${key} from (${chosenRows({ ...list, where: checked }, paging)}) as common
      ) as chosen join ${table} t using (${key})`
  }
}

const behindCursor = (list: ListQuery, { cursor }: Paging): SQL[] =>
  cursor === undefined ? [] : anyOf(list.order.afterByValues(placeOf(list, cursor)))

/** A cursor goes on in the list and the order that it is of, whatever its rows are filtered by. */
const nameOf = ({ listed, order }: ListQuery) => `${getTableName(listed.table)} ${order.name}`
const placeOf = (list: ListQuery, cursor: string) => positionOf(cursor, nameOf(list), list.order.kinds)

const offsetOf = ({ offset, cursor }: Paging) => (cursor === undefined ? offset : 0)

/**
 * Limits are written into the statement: only when the planner knows that few rows are wanted does it keep one plan for
 * all pages. A few lengths keep the number of plans small.
 */
const LENGTHS = [20, 50, MOST_PER_PAGE]
const lengthFor = (perPage: number) => LENGTHS.find((length) => length >= perPage) ?? MOST_PER_PAGE

/** Chooses the rows of a page within an index, however deep it lies, and reads only these rows. */
function chosenRows(list: ListQuery, { perPage, offset, cursor }: Paging): SQL {
  const { listed, where, alternatives = [], order } = list
  const { table, visible, key } = listed
  const length = lengthFor(perPage)
  const mostChosen = sql.raw(String(length + 1))
  const chosen = (what: SQL, conditions: readonly SQL[], skipped = sql``) =>
    sql`(select ${what} from ${table} t where ${sql.join([visible, ...where, ...conditions], sql` and `)}
      order by ${order.by} limit ${mostChosen} ${skipped})`
  if (cursor === undefined && offset === 0 && alternatives.length === 0) {
    const first = chosen(sql`t.*`, [])
    const isWhole = length === perPage
    return isWhole ? first : sql`select * from ${first} as t order by ${order.by} limit ${perPage + 1}`
  }
  const keys = sql`t.${key}, ${order.values}`
  const ways: readonly SQL[][] = alternatives.length === 0 ? [[]] : alternatives.map((way) => [way])
  const together = list.isOnlyOne ? ways : [anyOf(alternatives)]
  const ranges =
    offset > 0 && cursor === undefined
      ? together.map((way) => chosen(keys, way, sql`offset ${offset}`))
      : rangesOf(list, cursor).flatMap((range) => ways.map((way) => chosen(keys, [...range, ...way])))
  return sql`select t.* from (
      select ${key} from (${sql.join(ranges, sql` union all `)}) as keys order by ${order.byValues} limit ${perPage + 1}
    ) as chosen join ${table} t using (${key})`
}

function rangesOf(list: ListQuery, cursor: string | undefined): readonly SQL[][] {
  return cursor === undefined ? [[]] : list.order.after(placeOf(list, cursor)).map((range) => [range])
}

function anyOf(conditions: readonly SQL[]): SQL[] {
  return conditions.length === 0 ? [] : [sql`(${sql.join([...conditions], sql` or `)})`]
}

/** Counts the listed rows that meet these conditions, which takes as long as there are such rows. */
export function countOf({ table, visible }: ListedTable, where: readonly SQL[]): SQL {
  return sql`select count(*) from ${table} t where ${sql.join([visible, ...where], sql` and `)}`
}

export interface ListScope {
  owner?: string
  /** A name, or `owner/name`. */
  repo?: string
}

/** The repositories of a list, as conditions on its rows and on the sums of these rows. */
export interface ScopeConditions {
  where: SQL[]
  sums: SQL
  /** Instead of the conditions, the ways to find a page of them. */
  ways: SQL[]
}

/** The measures are those of all rows of the list. */
export function scopeConditions(
  rows: { repoId: PgColumn },
  scope: ListScope,
  measures: readonly Measure[],
  repoId?: number
): ScopeConditions {
  const { owner, repo } = scope
  if (repoId !== undefined)
    return {
      where: [sql`${rows.repoId} = ${repoId}`],
      sums: sql`${tallies.repoId} = ${repoId}`,
      ways: []
    }
  if (owner === undefined && repo === undefined) return { where: [], sums: ofFleet, ways: [] }
  const ids = idsWithin(scope)
  const [where, sums] = [sql`${rows.repoId} in ${ids}`, sql`${tallies.repoId} in ${ids}`]
  if (repo !== undefined) return { where: [where], sums, ways: [] }
  const isLarge = sql`(${totalSum(sums, measures)}) * ${LARGE_SHARE} > (${totalSum(ofFleet, measures)})`
  return {
    where: [where],
    sums,
    ways: [sql`${isLarge} and ${rows.repoId} = any(array${ids})`, sql`not (${isLarge}) and ${where}`]
  }
}

function idsWithin({ owner, repo }: ListScope): SQL {
  const { hostId, name, deletedAt } = repositories
  const conditions = [
    sql`${deletedAt} is null`,
    repo !== undefined &&
      (repo.includes('/') ? isNamed(repositories, repo) : sql`lower(${name}) = lower(${repo})`),
    owner !== undefined && sql`lower(${repositories.owner}) = lower(${owner})`
  ].filter((condition) => condition !== false)
  return sql`(select ${hostId} from ${repositories} where ${sql.join(conditions, sql` and `)})`
}

/**
 * The rows of an owner with a larger share than one in this many are soon met when all rows are read in their order,
 * and are too many to sort. The planner cannot know: it takes all owners for equal.
 */
const LARGE_SHARE = sql.raw('50')

/** The rows of a list that are within a scope and meet these conditions. */
export function scopedRows(
  { where, ways }: ScopeConditions,
  filters: readonly SQL[]
): Pick<ListQuery, 'where' | 'scope' | 'alternatives' | 'isOnlyOne'> {
  return ways.length === 0
    ? { where: [...where, ...filters] }
    : { where: filters, scope: where, alternatives: ways, isOnlyOne: true }
}
