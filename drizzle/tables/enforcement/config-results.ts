import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  json,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { CONFIG_FILE_TYPES, type ConfigFileFinding } from '../../../schemas/enforcement/config-results.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** What the validation of configuration files found, one row for each file of a commit. */
export const configResults = pgTable(
  'config_results',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    commitSha: text('commit_sha').notNull(),
    filePath: text('file_path').notNull(),
    fileType: text('file_type', { enum: CONFIG_FILE_TYPES }).notNull(),
    valid: boolean('valid').notNull(),
    errors: json('errors').$type<ConfigFileFinding[]>().notNull(),
    warnings: json('warnings').$type<ConfigFileFinding[]>().notNull(),
    /** The action that posts the check; not a foreign key, because results outlive their actions. */
    actionId: bigint('action_id', { mode: 'number' }),
    /** Whether it was the first result of its commit: commits are counted by it. */
    isFirst: boolean('is_first').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => {
    // A function, because an index takes the order away from a column that it is given.
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    const isLive = sql`live`
    return [
      unique('config_results_file_key').on(table.repoId, table.commitSha, table.filePath),
      check('config_results_file_type_check', isOneOf(table.fileType, CONFIG_FILE_TYPES)),
      foreignKey({
        name: 'config_results_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('config_results_age_idx')
        .on(...newestFirst())
        .where(isLive),
      index('config_results_valid_idx')
        .on(table.valid, ...newestFirst())
        .where(isLive),
      index('config_results_type_idx')
        .on(table.fileType, ...newestFirst())
        .where(isLive),
      index('config_results_commit_idx')
        .on(table.commitSha, ...newestFirst())
        .where(isLive),
      index('config_results_repo_idx')
        .on(table.repoId, ...newestFirst())
        .where(isLive),
      index('config_results_repo_valid_idx')
        .on(table.repoId, table.valid, ...newestFirst())
        .where(isLive)
    ]
  }
)
