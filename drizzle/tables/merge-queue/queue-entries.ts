import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { MERGE_METHODS } from '../../../schemas/actions/arguments.js'
import {
  ACTIVE_STATUSES,
  BLOCK_REASONS,
  ENTRY_STAGES,
  ENTRY_STATUSES,
  EXIT_REASONS
} from '../../../schemas/merge-queue/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'
import { queueLanes } from './queue-lanes.js'

/** Pull requests in merge queues, and those that were. */
export const queueEntries = pgTable(
  'merge_queue_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    laneId: bigint('lane_id', { mode: 'number' }).notNull(),
    /** Lists are ordered by it. */
    repoFullName: text('repo_full_name').notNull(),
    prNumber: integer('pr_number').notNull(),
    prTitle: text('pr_title').notNull(),
    authorLogin: text('author_login'),
    headSha: text('head_sha').notNull(),
    headBranch: text('head_branch').notNull(),
    baseBranch: text('base_branch').notNull(),
    /** Whether its branch is one of the repository itself. */
    isOwnBranch: boolean('is_own_branch').notNull(),
    position: integer('position').notNull(),
    status: text('status', { enum: ENTRY_STATUSES }).notNull(),
    stage: text('stage', { enum: ENTRY_STAGES }),
    priority: integer('priority').notNull(),
    /** What admitted it, such as `label`. */
    admittedBy: text('admitted_by').notNull(),
    requiredChecks: text('required_checks').array().notNull(),
    checksPassed: text('checks_passed').array().notNull(),
    checksFailed: text('checks_failed').array().notNull(),
    /** Checks that passed because only quarantined tests had failed in them, with these tests. */
    checksExcused: jsonb('checks_excused')
      .$type<{ name: string; tests: string[]; sha: string }[]>()
      .notNull()
      .default([]),
    waitingOn: text('waiting_on').array().notNull(),
    mergeMethod: text('merge_method', { enum: MERGE_METHODS }).notNull(),
    deleteBranch: boolean('delete_branch').notNull(),
    mergeError: text('merge_error'),
    mergeSha: text('merge_sha'),
    blockedReason: text('blocked_reason', { enum: BLOCK_REASONS }),
    exitReason: text('exit_reason', { enum: EXIT_REASONS }),
    attempts: integer('attempts').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    batchId: text('batch_id'),
    candidateSha: text('candidate_sha'),
    overtaken: integer('overtaken').notNull(),
    /** The batch that left it out. */
    behind: integer('behind'),
    leftOut: integer('left_out').notNull(),
    interruption: json('interruption'),
    /** The areas that it changes; null if they are not known, or if it may touch everything. */
    areas: jsonb('areas').$type<string[]>(),
    admittedAt: instant('admitted_at').notNull(),
    pendingSince: instant('pending_since').notNull(),
    readyAt: instant('ready_at'),
    mergedAt: instant('merged_at'),
    blockedAt: instant('blocked_at'),
    updatedAt: instant('updated_at').notNull(),
    /** 0 while it is active; afterwards the smaller the later it ended. */
    endedOrder: bigint('ended_order', { mode: 'number' }).notNull(),
    live: boolean('live').notNull()
  },
  (table) => {
    const inOrder = () =>
      [
        table.endedOrder,
        sql`${table.repoFullName} collate "C"`,
        sql`${table.baseBranch} collate "C"`,
        table.position,
        table.id
      ] as const
    const isLive = sql`live`
    return [
      unique('merge_queue_entries_pull_key').on(table.repoId, table.prNumber),
      check('merge_queue_entries_status_check', isOneOf(table.status, ENTRY_STATUSES)),
      check('merge_queue_entries_reason_check', isOneOf(table.blockedReason, BLOCK_REASONS)),
      check(
        'merge_queue_entries_position_check',
        sql`(${table.position} > 0) = (${isOneOf(table.status, ACTIVE_STATUSES)})`
      ),
      foreignKey({
        name: 'merge_queue_entries_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      foreignKey({
        name: 'merge_queue_entries_lane_id_fkey',
        columns: [table.laneId],
        foreignColumns: [queueLanes.id]
      }),
      index('merge_queue_entries_lane_idx').on(table.laneId, table.position).where(sql`position > 0`),
      index('merge_queue_entries_head_idx').on(table.repoId, table.headSha),
      index('merge_queue_entries_order_idx')
        .on(...inOrder())
        .where(isLive),
      index('merge_queue_entries_status_idx')
        .on(table.status, ...inOrder())
        .where(isLive),
      index('merge_queue_entries_repo_idx')
        .on(table.repoId, ...inOrder())
        .where(isLive),
      index('merge_queue_entries_repo_status_idx')
        .on(table.repoId, table.status, ...inOrder())
        .where(isLive)
    ]
  }
)
