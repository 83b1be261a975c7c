import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.js'

/** Counts of deliveries by hour of receipt and event, kept by the transactions that change the rows. */
export const deliveryHours = pgTable(
  'delivery_hours',
  {
    hour: instant('hour').notNull(),
    eventName: text('event_name').notNull(),
    total: integer('total').notNull().default(0),
    ignored: integer('ignored').notNull().default(0),
    processed: integer('processed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    dead: integer('dead').notNull().default(0),
    errors: integer('errors').notNull().default(0)
  },
  (table) => [primaryKey({ name: 'delivery_hours_pkey', columns: [table.hour, table.eventName] })]
)
