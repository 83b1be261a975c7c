import { sql } from 'drizzle-orm'
import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Comparisons of the host's log of what it has sent with what arrived, and the gaps that they found. */
export const deliveryChecks = pgTable(
  'delivery_checks',
  {
    /** All that was sent before is known. */
    checkedUntil: instant('checked_until').primaryKey(),
    checkedAt: instant('checked_at').notNull(),
    /** How many had not arrived, and between which moments they were sent. */
    missed: integer('missed').notNull(),
    missedFrom: instant('missed_from'),
    missedUntil: instant('missed_until')
  },
  (table) => [index('delivery_checks_missed_idx').on(table.checkedUntil).where(sql`${table.missed} > 0`)]
)
