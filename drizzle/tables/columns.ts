// Column kinds that every table shares.
import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A check that a column holds one of these words, or nothing. */
export function oneOfWords(column: PgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
}
