// Looks for a text anywhere in a column.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** One condition, in two forms. */
export interface TextMatch {
  /** Reads the index of the column, if it has one and the text is long enough for it. */
  found: SQL
  /** Checks one row after the other, and lets the planner expect that many match: it then reads them in their order. */
  checked: SQL
}

/** The texts that are looked for, each in a column of its own. */
export function searchTexts(...wanted: readonly (readonly [PgColumn, string | undefined])[]): TextMatch[] {
  return wanted.flatMap(([column, text]) => (text === undefined ? [] : [containsText(column, text)]))
}

/**
 * Finds a text anywhere in a column, in any case; no character of it is a wildcard. The index knows lower-case letters of
 * ASCII, as the collation "C" has them. A letter of another alphabet that has two cases may be anything in it, and the
 * collation of the database decides then.
 */
function containsText(column: PgColumn, text: string): TextMatch {
  const pattern = [...text].map(patternOf).join('')
  const folded = sql`lower(${column} collate "C") like ${`%${pattern}%`}`
  const condition = [...text].every(isPlain)
    ? folded
    : sql`(${folded} and ${column} ilike ${`%${escaped(text)}%`})`
  const checked = sql`case when ${condition} then true else false end`
  return { found: THREE_LETTERS.test(pattern) ? condition : checked, checked }
}

const isPlain = (character: string) => character <= '\x7e'
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

function patternOf(character: string): string {
  if (isPlain(character)) return escaped(character.toLowerCase())
  return character.toLowerCase() === character.toUpperCase() ? character : '%'
}

/** The index has three letters or digits together: for less, Postgres would read all of it. */
const THREE_LETTERS = /[\p{L}\p{N}]{3}/u
