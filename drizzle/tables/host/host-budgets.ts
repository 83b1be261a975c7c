import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** What the host still allows, as its last answer to any process said; a window that has ended says nothing. */
export const hostBudgets = pgTable(
  'host_budgets',
  {
    /** Fingerprint of the credential: another one has budgets of its own. */
    credential: text('credential').notNull(),
    /** 0: the App itself. */
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    resource: text('resource').notNull(),
    remaining: integer('remaining').notNull(),
    limit: integer('limit').notNull(),
    used: integer('used').notNull(),
    resetAt: instant('reset_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    primaryKey({
      name: 'host_budgets_pkey',
      columns: [table.credential, table.installationId, table.resource]
    })
  ]
)
