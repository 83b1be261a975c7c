import { bigint, bigserial, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Installations of the App on accounts of the host. */
export const installations = pgTable(
  'installations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    /** Null while only the id is known. */
    accountLogin: text('account_login'),
    accountType: text('account_type'),
    targetId: bigint('target_id', { mode: 'number' }),
    suspendedAt: instant('suspended_at'),
    deletedAt: instant('deleted_at'),
    /** When it was first missing from a complete list of the host. */
    missedAt: instant('missed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [unique('installations_host_id_key').on(table.hostId)]
)
