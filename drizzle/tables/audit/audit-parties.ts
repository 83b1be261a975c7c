import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '../columns.js'

export const AUDIT_PARTIES = ['actor', 'repo'] as const

/** The number of audit entries of each actor and repository, and the day of the last; updated like `audit_days`. */
export const auditParties = pgTable(
  'audit_parties',
  {
    kind: text('kind', { enum: AUDIT_PARTIES }).notNull(),
    name: text('name').notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull()
  },
  (table) => [
    primaryKey({ name: 'audit_parties_pkey', columns: [table.kind, table.name] }),
    check('audit_parties_kind_check', isOneOf(table.kind, AUDIT_PARTIES)),
    index('audit_parties_name_idx').on(table.kind, sql`lower(${table.name})`),
    index('audit_parties_last_day_idx').on(table.kind, table.lastDay)
  ]
)
