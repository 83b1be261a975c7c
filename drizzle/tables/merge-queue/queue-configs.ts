import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { MERGE_METHODS } from '../../../schemas/actions/arguments.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

export interface StoredFreeze {
  from: string
  to: string
  reason: string
}

export interface StoredArea {
  name: string
  /** Globs. */
  paths: string[]
}

/** How the merge queues of repositories work, where people have said so. */
export const queueConfigs = pgTable(
  'merge_queue_configs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    enabled: boolean('enabled').notNull(),
    mergeMethod: text('merge_method', { enum: MERGE_METHODS }).notNull(),
    deleteBranch: boolean('delete_branch').notNull(),
    requiredChecks: text('required_checks').array().notNull(),
    maxQueueDepth: integer('max_queue_depth').notNull(),
    checkTimeoutMins: integer('check_timeout_mins').notNull(),
    rollbackEnabled: boolean('rollback_enabled').notNull(),
    /** Null: the default branch. */
    baseBranch: text('base_branch'),
    batchSize: integer('batch_size').notNull(),
    speculativeDepth: integer('speculative_depth').notNull(),
    batchMaxWaitSecs: integer('batch_max_wait_secs').notNull(),
    maxAttempts: integer('max_attempts').notNull(),
    admitOn: text('admit_on').array().notNull(),
    freezes: json('freezes').$type<StoredFreeze[]>().notNull(),
    strict: boolean('strict').notNull(),
    allowSkip: boolean('allow_skip').notNull(),
    areas: jsonb('areas').$type<StoredArea[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    unique('merge_queue_configs_repo_key').on(table.repoId),
    foreignKey({
      name: 'merge_queue_configs_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
