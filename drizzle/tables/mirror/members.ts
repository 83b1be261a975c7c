import { bigint, boolean, check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { MEMBER_ROLES } from '../../../schemas/host/enums.js'
import { instant, isOneOf } from '../columns.js'
import { installations } from './installations.js'

/** Members of the accounts of installations. */
export const members = pgTable(
  'members',
  {
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    login: text('host_login').notNull(),
    avatarUrl: text('avatar_url'),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    siteAdmin: boolean('site_admin').notNull(),
    /** When the host last reported the membership. */
    seenAt: instant('seen_at').notNull()
  },
  (table) => [
    primaryKey({ name: 'members_pkey', columns: [table.installationId, table.hostId] }),
    check('members_role_check', isOneOf(table.role, MEMBER_ROLES)),
    foreignKey({
      name: 'members_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    })
  ]
)
