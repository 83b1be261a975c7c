import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  smallint,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { MEMBER_ROLES } from '../../../schemas/host/enums.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { installations } from './installations.js'

/** Members of the accounts of installations. */
export const members = pgTable(
  'members',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    login: text('host_login').notNull(),
    avatarUrl: text('avatar_url'),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    siteAdmin: boolean('site_admin').notNull(),
    /** When the host last reported the membership. */
    seenAt: instant('seen_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the host first reported its current values. */
    updatedAt: instant('updated_at').notNull(),
    /** Owners first. */
    rank: smallint('rank').notNull().generatedAlwaysAs(sql`case role when 'owner' then 1 else 2 end`)
  },
  (table) => [
    unique('members_person_key').on(table.installationId, table.hostId),
    check('members_role_check', isOneOf(table.role, MEMBER_ROLES)),
    foreignKey({
      name: 'members_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    }),
    index('members_rank_idx').on(table.rank, sql`lower(${table.login}) collate "C"`, table.id),
    index('members_login_idx').on(sql`lower(${table.login})`),
    searchIndex('members_login_search_idx', table.login)
  ]
)
