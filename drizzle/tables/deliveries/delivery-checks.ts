import { sql } from 'drizzle-orm'
import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Comparisons of the host's delivery log with the deliveries that arrived, and the gaps that they found. */
export const deliveryChecks = pgTable(
  'delivery_checks',
  {
    /** All deliveries sent before are known. */
    checkedUntil: instant('checked_until').primaryKey(),
    checkedAt: instant('checked_at').notNull(),
    /** The number of deliveries that had not arrived, and the period in which they were sent. */
    missed: integer('missed').notNull(),
    missedFrom: instant('missed_from'),
    missedUntil: instant('missed_until')
  },
  (table) => [index('delivery_checks_missed_idx').on(table.checkedUntil).where(sql`${table.missed} > 0`)]
)
