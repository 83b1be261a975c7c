// How lists are ordered, and where in an order a row stands.
import { type SQL, sql } from 'drizzle-orm'
import type { Kind, Position } from './cursor.js'
import { settled } from './database.js'

export interface Order {
  /** Of rows `t`. */
  by: SQL
  /** The values of the order under names of their own, and the order by these names. */
  values: SQL
  byValues: SQL
  /** The values of the order, as a JSON array. */
  position: SQL
  kinds: readonly Kind[]
  /** The rows behind a position, as ranges that follow one another within an index. */
  after(position: Position): readonly SQL[]
}

/** A value by which rows are ordered. */
export interface Key {
  value: SQL
  kind: Kind
}

type Direction = 'asc' | 'desc'

const TYPES = { number: sql`bigint`, moment: sql`timestamptz`, text: sql`text` }
const listed = (parts: SQL[]) => sql.join(parts, sql`, `)

/** By these values, the last of them unique, all in one direction: an index on them serves both. */
export function inOrder(keys: readonly Key[], direction: Direction): Order {
  const values = settled(listed(keys.map(({ value }) => value)))
  const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
  return {
    ...ordered(keys.map((key) => [key, direction])),
    after: (position) => [
      sql`(${values}) ${isBehind} (${listed(keys.map(({ kind }, at) => sql`${position[at]}::${TYPES[kind]}`))})`
    ]
  }
}

function ordered(keys: readonly (readonly [Key, Direction])[]): Omit<Order, 'after'> {
  const name = (at: number) => sql.raw(`k${at}`)
  return {
    by: settled(listed(keys.map(([{ value }, direction]) => sql`${value} ${sql.raw(direction)}`))),
    values: settled(listed(keys.map(([{ value }], at) => sql`${value} as ${name(at)}`))),
    byValues: settled(listed(keys.map(([, direction], at) => sql`${name(at)} ${sql.raw(direction)}`))),
    position: settled(sql`json_build_array(${listed(keys.map(([{ value }]) => value))})`),
    kinds: keys.map(([{ kind }]) => kind)
  }
}

const age: readonly Key[] = [
  { value: sql`t.created_at`, kind: 'moment' },
  { value: sql`t.id`, kind: 'number' }
]

/** The newest first. */
export const newestFirst = inOrder(age, 'desc')

/** By a rank, and the newest first among equals. */
export function byRank(column: string): Order {
  const rank = sql.raw(`t.${column}`)
  return {
    ...ordered([[{ value: rank, kind: 'number' }, 'asc'], ...age.map((key) => [key, 'desc'] as const)]),
    after: ([first, ...rest]) => [
      sql`${rank} = ${first}::int and ${newestFirst.after(rest)[0]}`,
      sql`${rank} > ${first}::int`
    ]
  }
}
