import { bigint, bigserial, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Bulk retries of failed deliveries; how far each has come is told by the deliveries themselves. */
export const deliveryRetries = pgTable(
  'delivery_retries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** As it was asked for. */
    filter: jsonb('filter').$type<Record<string, string>>().notNull(),
    /** How many it was to retry at most. */
    most: integer('most').notNull(),
    /** The row ids of its deliveries. */
    deliveryRows: bigint('delivery_rows', { mode: 'number' }).array().notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    index('delivery_retries_filter_idx').on(table.filter, table.id),
    index('delivery_retries_created_at_idx').on(table.createdAt)
  ]
)
