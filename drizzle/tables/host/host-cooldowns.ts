import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { COOLDOWN_REASONS } from '../../../schemas/host/host.js'
import { instant } from '../columns.js'

const reasons = sql.raw(COOLDOWN_REASONS.map((reason) => `'${reason}'`).join(', '))

/** Until when no process sends requests to the host, and why. */
export const hostCooldowns = pgTable(
  'host_cooldowns',
  {
    credential: text('credential').notNull(),
    /** 0 for the App itself. */
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    /** `global`: all requests of the installation; `resource:<name>`: those of one budget. */
    scope: text('scope').notNull(),
    reason: text('reason', { enum: COOLDOWN_REASONS }).notNull(),
    until: instant('until').notNull()
  },
  (table) => [
    primaryKey({
      name: 'host_cooldowns_pkey',
      columns: [table.credential, table.installationId, table.scope]
    }),
    check('host_cooldowns_reason_check', sql`${table.reason} in (${reasons})`)
  ]
)
