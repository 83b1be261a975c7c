// How lists are ordered, and where in an order a row stands.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CursorPosition, KeyType } from './cursor.js'
import { precompiled } from './database.js'

export interface ListOrder {
  /** Of rows `t`. */
  by: SQL
  /** The values of the order under names of their own, and the order by these names. */
  values: SQL
  byValues: SQL
  /** The values of the order, as a JSON array. */
  position: SQL
  kinds: readonly KeyType[]
  /** The rows behind a position, as ranges that follow one another within an index. */
  after(position: CursorPosition): readonly SQL[]
}

/** A value by which rows are ordered. */
export interface OrderKey {
  value: SQL
  kind: KeyType
}

type Direction = 'asc' | 'desc'

const TYPES = { number: sql`bigint`, moment: sql`timestamptz`, text: sql`text` }
const commaList = (parts: SQL[]) => sql.join(parts, sql`, `)

/** By these values, the last of them unique, all in one direction: an index on them serves both. */
export function orderOn(keys: readonly OrderKey[], direction: Direction): ListOrder {
  const values = precompiled(commaList(keys.map(({ value }) => value)))
  const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
  return {
    ...ordered(keys.map((key) => [key, direction])),
    after: (position) => [
      sql`(${values}) ${isBehind} (${commaList(keys.map(({ kind }, at) => sql`${position[at]}::${TYPES[kind]}`))})`
    ]
  }
}

function ordered(keys: readonly (readonly [OrderKey, Direction])[]): Omit<ListOrder, 'after'> {
  const name = (at: number) => sql.raw(`k${at}`)
  return {
    by: precompiled(commaList(keys.map(([{ value }, direction]) => sql`${value} ${sql.raw(direction)}`))),
    values: precompiled(commaList(keys.map(([{ value }], at) => sql`${value} as ${name(at)}`))),
    byValues: precompiled(commaList(keys.map(([, direction], at) => sql`${name(at)} ${sql.raw(direction)}`))),
    position: precompiled(sql`json_build_array(${commaList(keys.map(([{ value }]) => value))})`),
    kinds: keys.map(([{ kind }]) => kind)
  }
}

export const numberKey = (column: PgColumn): OrderKey => ({ value: sql`${column}`, kind: 'number' })
export const momentKey = (column: PgColumn): OrderKey => ({ value: sql`${column}`, kind: 'moment' })

/** The columns of rows `t` that say which is newer. */
interface Dated {
  createdAt: PgColumn
  id: PgColumn
}

const ageOf = ({ createdAt, id }: Dated) => [momentKey(createdAt), numberKey(id)]

export const newestFirst = (rows: Dated): ListOrder => orderOn(ageOf(rows), 'desc')

/** By a rank, and the newest first among equals. */
export function byRank(column: PgColumn, rows: Dated): ListOrder {
  const rank = precompiled(sql`${column}`)
  const byAge = newestFirst(rows)
  return {
    ...ordered([[numberKey(column), 'asc'], ...ageOf(rows).map((key) => [key, 'desc'] as const)]),
    after: ([first, ...rest]) => [
      sql`${rank} = ${first}::int and ${byAge.after(rest)[0]}`,
      sql`${rank} > ${first}::int`
    ]
  }
}
