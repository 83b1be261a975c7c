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
import { PERMISSIONS } from '../../../schemas/host/enums.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { repositories } from './repositories.js'

/** People with access of their own to a repository, as the host last listed them. */
export const collaborators = pgTable(
  'collaborators',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    login: text('host_login').notNull(),
    avatarUrl: text('avatar_url'),
    permission: text('permission', { enum: PERMISSIONS }).notNull(),
    roleName: text('role_name'),
    /** The current name of the repository, by which lists are ordered. */
    repoFullName: text('repo_full_name').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a listing first showed its current values. */
    updatedAt: instant('updated_at').notNull(),
    live: boolean('live').notNull(),
    /** Those who may do the most first. */
    rank: smallint('rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case permission when 'admin' then 1 when 'maintain' then 2 when 'push' then 3 when 'triage' then 4 else 5 end`
      )
  },
  (table) => {
    const byLogin = () =>
      [
        sql`lower(${table.login}) collate "C"`,
        sql`lower(${table.repoFullName}) collate "C"`,
        table.id
      ] as const
    const isLive = sql`live`
    return [
      unique('collaborators_person_key').on(table.repoId, table.hostId),
      check('collaborators_permission_check', isOneOf(table.permission, PERMISSIONS)),
      foreignKey({
        name: 'collaborators_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('collaborators_rank_idx')
        .on(table.rank, ...byLogin())
        .where(isLive),
      index('collaborators_repo_rank_idx')
        .on(table.repoId, table.rank, ...byLogin())
        .where(isLive),
      index('collaborators_person_idx').on(table.hostId).where(isLive),
      searchIndex('collaborators_login_search_idx', table.login)
    ]
  }
)
