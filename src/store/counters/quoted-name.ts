// Names of counters within statements.
import { type SQL, sql } from 'drizzle-orm'
import type { Measure, Topic } from '#domain/counters/counter.js'

/** Writes a name into the text of a statement; it must not contain words from outside. */
export function quoted(name: Measure | Topic): SQL {
  if (!/^[a-z_.]+$/.test(name)) throw new Error(`${name} is not made of words of the service`)
  return sql.raw(`'${name}'`)
}
