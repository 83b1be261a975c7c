import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** The quota granted per key in its window; all processes draw from the same row. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    taken: integer('taken').notNull(),
    granted: integer('granted').notNull(),
    resetAt: instant('reset_at').notNull()
  },
  (table) => [index('rate_limits_reset_at_idx').on(table.resetAt)]
)
