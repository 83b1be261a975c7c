import { bigint, boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { GOVERNANCE_TARGETS } from '../../../schemas/maintenance/governance.js'

/** The number of governance entries of each kind, for totals; updated by the transactions that add entries. */
export const governanceSums = pgTable(
  'governance_sums',
  {
    actor: text('actor').notNull(),
    targetType: text('target_type', { enum: GOVERNANCE_TARGETS }).notNull(),
    success: boolean('success').notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({ name: 'governance_sums_pkey', columns: [table.actor, table.targetType, table.success] })
  ]
)
