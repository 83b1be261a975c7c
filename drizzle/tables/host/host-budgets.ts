import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** The remaining quota at the host, from its latest answer to any process. Ended windows are invalid. */
export const hostBudgets = pgTable(
  'host_budgets',
  {
    /** Fingerprint of the credential; each has its own budgets. */
    credential: text('credential').notNull(),
    /** 0 for the App itself. */
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
