import { integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Hourly counts of requests to the host, in several rows per hour. Only sums are valid. */
export const hostHours = pgTable(
  'host_hours',
  {
    hour: instant('hour').notNull(),
    lane: smallint('lane').notNull(),
    requests: integer('requests').notNull(),
    errors: integer('errors').notNull(),
    hits: integer('hits').notNull(),
    misses: integer('misses').notNull()
  },
  (table) => [primaryKey({ name: 'host_hours_pkey', columns: [table.hour, table.lane] })]
)
