import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/**
 * Counts of deliveries by hour of receipt and event, updated by the transactions that change the rows. Each hour and
 * event has several rows until the hour is over, so that transactions do not wait for one another. Only sums are valid.
 */
export const deliveryHours = pgTable(
  'delivery_hours',
  {
    hour: instant('hour').notNull(),
    eventName: text('event_name').notNull(),
    lane: smallint('lane').notNull().default(0),
    total: integer('total').notNull().default(0),
    ignored: integer('ignored').notNull().default(0),
    processed: integer('processed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    dead: integer('dead').notNull().default(0),
    errors: integer('errors').notNull().default(0)
  },
  (table) => [primaryKey({ name: 'delivery_hours_pkey', columns: [table.hour, table.eventName, table.lane] })]
)
