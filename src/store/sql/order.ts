// How lists are ordered, and where in an order a row stands.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CursorPosition, KeyType } from './cursor.js'
import { precompiled, statementOf } from './database.js'

export interface ListOrder {
  /** Tells it from every other order of the same rows. */
  name: string
  /** Of rows `t`. */
  by: SQL
  /** The values of the order under names of their own, and the order by these names. */
  values: SQL
  byValues: SQL
  /** The values of the order, as a JSON array. */
  position: SQL
  kinds: readonly KeyType[]
  /** The rows behind a position, as ranges that follow one another within an index. */
  after: RangesAfter
  /** The same by the names of the values. */
  afterByValues: RangesAfter
}

type RangesAfter = (position: CursorPosition) => readonly SQL[]

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
  return {
    ...ordered(keys.map((key) => [key, direction])),
    after: rangeAfter(keys, direction),
    afterByValues: rangeAfter(named(keys), direction)
  }
}

function rangeAfter(keys: readonly OrderKey[], direction: Direction): RangesAfter {
  const values = precompiled(commaList(keys.map(({ value }) => value)))
  const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
  return (position) => [
    sql`(${values}) ${isBehind} (${commaList(keys.map(({ kind }, at) => sql`${position[at]}::${TYPES[kind]}`))})`
  ]
}

const keyName = (at: number) => sql.raw(`k${at}`)
const named = (keys: readonly OrderKey[]) => keys.map((key, at): OrderKey => ({ ...key, value: keyName(at) }))

function ordered(
  keys: readonly (readonly [OrderKey, Direction])[]
): Omit<ListOrder, 'after' | 'afterByValues'> {
  const name = statementOf(
    commaList(keys.map(([{ value }, direction]) => sql`${value} ${sql.raw(direction)}`))
  )
  return {
    name,
    by: sql.raw(name),
    values: precompiled(commaList(keys.map(([{ value }], at) => sql`${value} as ${keyName(at)}`))),
    byValues: precompiled(
      commaList(keys.map(([, direction], at) => sql`${keyName(at)} ${sql.raw(direction)}`))
    ),
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
  const keys = [numberKey(column), ...ageOf(rows)]
  return {
    ...ordered(keys.map((key, at) => [key, at === 0 ? 'asc' : 'desc'])),
    after: rangesAfterRank(keys),
    afterByValues: rangesAfterRank(named(keys))
  }
}

function rangesAfterRank([rank, ...rest]: readonly OrderKey[]): RangesAfter {
  if (!rank) throw new Error('the rank is the first key')
  const value = precompiled(rank.value)
  const older = rangeAfter(rest, 'desc')
  return ([first, ...others]) => [
    sql`${value} = ${first}::int and ${older(others)[0]}`,
    sql`${value} > ${first}::int`
  ]
}
