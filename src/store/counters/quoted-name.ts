// Names of counters within statements.
import { type SQL, sql } from 'drizzle-orm'
import type { Measure, Topic } from '#domain/counters/counter.js'

/** Writes a name into the text of a statement; it must not contain words from outside. */
export function quoted(name: Measure | Topic): SQL {
  if (!/^[a-z_.]+$/.test(name)) throw new Error(`${name} is not made of words of the service`)
  return sql.raw(`'${name}'`)
}

/** For `in (…)`: the planner knows such names and keeps its plan, and the database looks many of them up in a hash. */
export const quotedList = (names: readonly Measure[]): SQL => sql.join(names.map(quoted), sql`, `)
