import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/**
 * Counts and ranges of audit entries by day and kind, updated by the statement that appends an entry. That statement
 * holds the lock on the end of the trail, so one row per sum is enough.
 */
export const auditDays = pgTable(
  'audit_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    category: text('category').notNull(),
    eventType: text('event_type').notNull(),
    actorType: text('actor_type').notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    /** The earliest and latest time of their subjects: an entry may be written later than its subject happened. */
    earliest: instant('earliest').notNull(),
    latest: instant('latest').notNull()
  },
  (table) => [
    primaryKey({
      name: 'audit_days_pkey',
      columns: [table.day, table.category, table.eventType, table.actorType]
    })
  ]
)
