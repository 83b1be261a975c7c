import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  text
} from 'drizzle-orm/pg-core'
import { CONFIG_ACTIONS } from '../../../schemas/configuration/config.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

const repoId = () => bigint('repo_id', { mode: 'number' })

/** Overrides set through the API, on top of the file. The order of keys is kept, because rules apply in it. */
export const repoConfigs = pgTable(
  'repo_configs',
  {
    repoId: repoId().primaryKey(),
    overrides: json('overrides').notNull().default({}),
    /** Increases with every change. */
    version: integer('version').notNull().default(0),
    updatedBy: text('updated_by'),
    updatedAt: instant('updated_at')
  },
  (table) => [
    check('repo_configs_version_check', sql`${table.version} >= 0`),
    foreignKey({
      name: 'repo_configs_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)

/** Every change of the overrides, with the state before and after it. */
export const configHistory = pgTable(
  'config_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: repoId().notNull(),
    action: text('action', { enum: CONFIG_ACTIONS }).notNull(),
    before: json('before').notNull(),
    after: json('after').notNull(),
    /** The version after the change. */
    version: integer('version').notNull(),
    restoredFrom: bigint('restored_from', { mode: 'number' }),
    updatedBy: text('updated_by').notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    check('config_history_action_check', isOneOf(table.action, CONFIG_ACTIONS)),
    index('config_history_repo_idx').on(table.repoId, table.id),
    index('config_history_action_idx').on(table.repoId, table.action, table.id),
    foreignKey({
      name: 'config_history_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)

/** The last good copy of a repository's file, and the result of the last check. */
export const configFiles = pgTable(
  'config_files',
  {
    repoId: repoId().primaryKey(),
    /** Null if the repository has no file. */
    path: text('path'),
    sha: text('sha'),
    etag: text('etag'),
    content: json('content').notNull().default({}),
    /** When the copy was last known to be current; null if the file was never read. */
    fetchedAt: instant('fetched_at'),
    checkedAt: instant('checked_at').notNull(),
    error: text('error'),
    /** The owner, in lower case, for all of whose repositories the file has held, even if it is named otherwise now. */
    organisation: text('organisation')
  },
  (table) => [
    index('config_files_organisation_idx')
      .on(table.organisation)
      .where(sql`${table.organisation} is not null`),
    foreignKey({
      name: 'config_files_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
