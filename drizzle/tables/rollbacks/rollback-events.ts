import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { ROLLBACK_REASONS, ROLLBACK_STATUSES } from '../../../schemas/rollbacks/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Merges that are taken back. A merge has at most one rollback that has not failed. */
export const rollbackEvents = pgTable(
  'rollback_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    prNumber: integer('pr_number'),
    /** Title of the pull request or, without one, of the commit. */
    title: text('title'),
    baseBranch: text('base_branch').notNull(),
    mergeCommit: text('merge_commit').notNull(),
    /** What the base held before, where that is not the first parent: a rebase leaves several commits. */
    beforeCommit: text('before_commit'),
    revertCommit: text('revert_commit'),
    revertPrNumber: integer('revert_pr_number'),
    revertPrUrl: text('revert_pr_url'),
    triggerReason: text('trigger_reason', { enum: ROLLBACK_REASONS }).notNull(),
    triggerDetails: text('trigger_details'),
    status: text('status', { enum: ROLLBACK_STATUSES }).notNull(),
    initiatedBy: text('initiated_by').notNull(),
    error: text('error'),
    /** The host's id of the first run that failed: a second failure of the same deployment begins nothing. */
    runId: bigint('run_id', { mode: 'number' }),
    runUrl: text('run_url'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    actionId: bigint('action_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    revertMergedAt: instant('revert_merged_at'),
    live: boolean('live').notNull()
  },
  (table) => {
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    const isLive = sql`live`
    return [
      uniqueIndex('rollback_events_merge_key')
        .on(table.repoId, table.mergeCommit)
        .where(sql`status <> 'failed'`),
      unique('rollback_events_run_key').on(table.repoId, table.runId),
      check('rollback_events_status_check', isOneOf(table.status, ROLLBACK_STATUSES)),
      check('rollback_events_reason_check', isOneOf(table.triggerReason, ROLLBACK_REASONS)),
      check(
        'rollback_events_completed_check',
        sql`(${table.status} = 'pending') = (${table.completedAt} is null)`
      ),
      check('rollback_events_error_check', sql`(${table.status} = 'failed') = (${table.error} is not null)`),
      check(
        'rollback_events_reverted_check',
        sql`(${table.status} = 'reverted') = (${table.revertPrNumber} is not null)`
      ),
      foreignKey({
        name: 'rollback_events_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('rollback_events_pull_idx')
        .on(table.repoId, table.revertPrNumber)
        .where(sql`revert_pr_number is not null`),
      index('rollback_events_age_idx')
        .on(...newestFirst())
        .where(isLive),
      index('rollback_events_status_idx')
        .on(table.status, ...newestFirst())
        .where(isLive),
      index('rollback_events_repo_idx')
        .on(table.repoId, ...newestFirst())
        .where(isLive)
    ]
  }
)
