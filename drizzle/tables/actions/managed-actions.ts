import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  BLOCKED_REASONS,
  HEAL_OUTCOMES,
  PR_OUTCOMES,
  RECONCILIATION_STATUSES
} from '../../../schemas/actions/enums.js'
import { TARGET_TYPES } from '../../../schemas/decisions/decisions.js'
import { instant, isOneOf } from '../columns.js'
import { decisions } from '../decisions/decisions.js'
import { repositories } from '../mirror/repositories.js'

/** Every change of the host: proposed, approved, executed, verified. */
export const managedActions = pgTable(
  'managed_actions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    repoFullName: text('repo_full_name').notNull(),
    source: text('source').notNull(),
    sourceId: bigint('source_id', { mode: 'number' }),
    pillar: text('pillar'),
    actionType: text('action_type', { enum: ACTION_TYPES }).notNull(),
    actionKey: text('action_key').notNull(),
    actionValue: text('action_value'),
    targetType: text('target_type', { enum: TARGET_TYPES }).notNull(),
    targetNumber: integer('target_number'),
    targetBranch: text('target_branch'),
    /** The three columns before as one word, which identifies the target. */
    target: text('target').notNull(),
    /** JSON as text: posted content may contain characters that jsonb rejects. */
    arguments: text('arguments').notNull(),
    /** Identifies the effect on the host; retries use the same mark. */
    marker: uuid('marker').notNull(),
    /** When the mark was created; nothing older on the host can have it. */
    markedAt: instant('marked_at').notNull(),
    hostId: bigint('host_id', { mode: 'number' }),
    contextHash: text('context_hash').notNull(),
    decisionId: bigint('decision_id', { mode: 'number' }),
    parentActionId: bigint('parent_action_id', { mode: 'number' }),
    retryNumber: integer('retry_number').notNull().default(0),
    retries: integer('retries').notNull().default(0),
    maxRetries: integer('max_retries').notNull().default(3),
    actor: text('actor').notNull(),
    status: text('status', { enum: ACTION_STATUSES }).notNull(),
    evidence: jsonb('evidence').notNull().default({}),
    errorMessage: text('error_message'),
    blockedReason: text('blocked_reason', { enum: BLOCKED_REASONS }),
    proposedAt: instant('proposed_at').notNull(),
    approvedAt: instant('approved_at'),
    executedAt: instant('executed_at'),
    /** Set in all ended actions. */
    resolvedAt: instant('resolved_at'),
    reconciledAt: instant('reconciled_at'),
    reconciliationStatus: text('reconciliation_status', { enum: RECONCILIATION_STATUSES }),
    /** When to verify it next. */
    checkAfter: instant('check_after'),
    /** When to enqueue its follow-up again; null if there is none or it is done. */
    followAfter: instant('follow_after'),
    healOutcome: text('heal_outcome', { enum: HEAL_OUTCOMES }),
    prOutcome: text('pr_outcome', { enum: PR_OUTCOMES }),
    prMergedAt: instant('pr_merged_at'),
    prClosedAt: instant('pr_closed_at'),
    active: boolean('active').notNull().default(true),
    deactivatedAt: instant('deactivated_at'),
    /** The worker that executes it, until the lease expires. */
    lease: uuid('lease'),
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull()
  },
  (table) => {
    const isLive = sql`resolved_at is null`
    const byAge = (name: string, ...first: [PgColumn, ...PgColumn[]]) =>
      index(name).on(...first, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
    return [
      check('managed_actions_action_type_check', isOneOf(table.actionType, ACTION_TYPES)),
      check('managed_actions_status_check', isOneOf(table.status, ACTION_STATUSES)),
      check('managed_actions_target_type_check', isOneOf(table.targetType, TARGET_TYPES)),
      check('managed_actions_blocked_reason_check', isOneOf(table.blockedReason, BLOCKED_REASONS)),
      check('managed_actions_heal_outcome_check', isOneOf(table.healOutcome, HEAL_OUTCOMES)),
      check('managed_actions_pr_outcome_check', isOneOf(table.prOutcome, PR_OUTCOMES)),
      check(
        'managed_actions_reconciliation_status_check',
        isOneOf(table.reconciliationStatus, RECONCILIATION_STATUSES)
      ),
      check(
        'managed_actions_resolved_at_check',
        sql`(resolved_at is null) = (status in ('proposed', 'approved', 'executing', 'retrying'))`
      ),
      check('managed_actions_retries_check', sql`retries <= max_retries`),
      foreignKey({
        name: 'managed_actions_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      foreignKey({
        name: 'managed_actions_decision_id_fkey',
        columns: [table.decisionId],
        foreignColumns: [decisions.id]
      }),
      foreignKey({
        name: 'managed_actions_parent_action_id_fkey',
        columns: [table.parentActionId],
        foreignColumns: [table.id]
      }),
      unique('managed_actions_retry_key').on(table.parentActionId, table.retryNumber),
      uniqueIndex('managed_actions_effect_key').on(table.repoId, table.actionKey, table.target).where(isLive),
      index('managed_actions_effect_idx').on(table.repoId, table.actionKey, table.target),
      index('managed_actions_live_idx').on(table.status, table.proposedAt).where(isLive),
      index('managed_actions_check_after_idx')
        .on(table.checkAfter, table.id)
        .where(sql`status = 'succeeded'`),
      index('managed_actions_follow_after_idx').on(table.followAfter).where(sql`follow_after is not null`),
      index('managed_actions_decision_idx').on(table.decisionId),
      index('managed_actions_age_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
      byAge('managed_actions_repo_idx', table.repoId),
      byAge('managed_actions_repo_status_idx', table.repoId, table.status),
      byAge('managed_actions_target_idx', table.repoId, table.targetNumber, table.targetType),
      byAge('managed_actions_status_idx', table.status),
      byAge('managed_actions_pillar_idx', table.pillar),
      byAge('managed_actions_type_idx', table.actionType)
    ]
  }
)
