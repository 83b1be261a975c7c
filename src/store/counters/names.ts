// Names of sums within statements.
import { type SQL, sql } from 'drizzle-orm'
import type { Measure, Topic } from '#domain/counters/counter.js'

/** In the text of a statement instead of beside it: a name that has no word in it that anybody else chose. */
export function quoted(name: Measure | Topic): SQL {
  if (!/^[a-z_.]+$/.test(name)) throw new Error(`${name} is not made of words of the service`)
  return sql.raw(`'${name}'`)
}
