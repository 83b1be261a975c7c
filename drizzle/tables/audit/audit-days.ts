import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/**
 * How many audit entries of each kind were filed under each day, and where they are: kept by the statement that
 * appends an entry. It runs while the end of the trail is held, so there is no need of several rows each.
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
    /** The earliest and the latest moment of which they tell: an entry may be written later than it happened. */
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
