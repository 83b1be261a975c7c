import { bigint, bigserial, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Bulk retries of failed deliveries. The states of the deliveries are the progress. */
export const deliveryRetries = pgTable(
  'delivery_retries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** As requested. */
    filter: jsonb('filter').$type<Record<string, string>>().notNull(),
    /** The requested maximum of deliveries. */
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
