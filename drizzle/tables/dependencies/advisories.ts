import { boolean, index, json, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Advisories of the local copy of the OSV database. */
export const advisories = pgTable(
  'advisories',
  {
    id: text('id').primaryKey(),
    /** The part of the source that it comes from. */
    part: text('part').notNull(),
    aliases: json('aliases').$type<string[]>().notNull(),
    summary: text('summary').notNull(),
    /** A word and a score in tenths; null where nobody says. */
    severity: text('severity'),
    scoreTenths: smallint('score_tenths'),
    isWithdrawn: boolean('is_withdrawn').notNull(),
    publishedAt: instant('published_at'),
    /** As the record says it: what is equal is not written again. */
    modified: text('modified').notNull(),
    /** What of it cannot be compared, as `git_ranges`. */
    leftOut: json('left_out').$type<string[]>().notNull()
  },
  (table) => [index('advisories_part_idx').on(table.part, table.id)]
)
