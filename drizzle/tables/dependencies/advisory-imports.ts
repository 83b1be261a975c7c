import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** How the import of each part of the source stands: an ecosystem, or all of it. */
export const advisoryImports = pgTable('advisory_imports', {
  part: text('part').primaryKey(),
  source: text('source').notNull(),
  /** The last moment of change that the source has named; null if it names none. */
  modified: text('modified'),
  /** How many of its advisories packages are compared with. */
  records: integer('records').notNull(),
  unreadable: integer('unreadable').notNull(),
  /** When it was last read whole. */
  importedAt: instant('imported_at'),
  /** Why the last try failed; null if it did not. */
  error: text('error'),
  triedAt: instant('tried_at').notNull()
})
