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
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { FIX_ERRORS, FIX_STATUSES } from '../../../schemas/fixing/enums.js'
import { RISK_LEVELS } from '../../../schemas/healing/enums.js'
import { DIAGNOSIS_CONFIDENCES } from '../../../schemas/mirror/ci.js'
import { COMPLEXITIES } from '../../../schemas/model/answers.js'
import { managedActions } from '../actions/managed-actions.js'
import { instant, isOneOf } from '../columns.js'
import { decisions } from '../decisions/decisions.js'
import { repositories } from '../mirror/repositories.js'

/** Attempts to fix issues: findings, proposals and outcomes. */
export const fixAttempts = pgTable(
  'fix_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    issueNumber: integer('issue_number').notNull(),
    attempt: integer('attempt').notNull(),
    triggeredBy: text('triggered_by').notNull(),
    note: text('note'),
    dryRun: boolean('dry_run').notNull(),
    jobId: uuid('job_id').notNull(),
    /** The job that works on it; others leave it alone. */
    heldBy: uuid('held_by'),
    status: text('status', { enum: FIX_STATUSES }).notNull(),
    complexity: text('complexity', { enum: COMPLEXITIES }),
    confidence: text('confidence', { enum: DIAGNOSIS_CONFIDENCES }),
    riskScore: integer('risk_score'),
    riskLevel: text('risk_level', { enum: RISK_LEVELS }),
    baseBranch: text('base_branch'),
    baseSha: text('base_sha'),
    /** The model's analysis of the issue as JSON text, so that the model is not asked again. */
    analysis: text('analysis'),
    explanation: text('explanation'),
    filesChanged: text('files_changed').array().notNull().default(sql`'{}'`),
    linesChanged: integer('lines_changed'),
    branchName: text('branch_name').notNull(),
    prNumber: integer('pr_number'),
    prUrl: text('pr_url'),
    /** When a release with the change was published, and its tag. */
    releasedAt: instant('released_at'),
    releaseTag: text('release_tag'),
    error: text('error', { enum: FIX_ERRORS }),
    /** The error in words; for an attempt in progress, the last failure. */
    reason: text('reason'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    actionId: bigint('action_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    /** When it passed the guards; from then on it counts. */
    startedAt: instant('started_at'),
    /** When it was submitted, rejected or failed. */
    finishedAt: instant('finished_at'),
    updatedAt: instant('updated_at').notNull(),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => [
    check('fix_attempts_status_check', isOneOf(table.status, FIX_STATUSES)),
    check('fix_attempts_complexity_check', isOneOf(table.complexity, COMPLEXITIES)),
    check('fix_attempts_confidence_check', isOneOf(table.confidence, DIAGNOSIS_CONFIDENCES)),
    check('fix_attempts_risk_level_check', isOneOf(table.riskLevel, RISK_LEVELS)),
    check('fix_attempts_error_check', isOneOf(table.error, FIX_ERRORS)),
    check(
      'fix_attempts_finished_at_check',
      sql`(finished_at is null) = (status in ('pending', 'analyzing', 'generating'))`
    ),
    check('fix_attempts_released_at_check', sql`(released_at is null) = (release_tag is null)`),
    foreignKey({
      name: 'fix_attempts_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    foreignKey({
      name: 'fix_attempts_decision_id_fkey',
      columns: [table.decisionId],
      foreignColumns: [decisions.id]
    }),
    foreignKey({
      name: 'fix_attempts_action_id_fkey',
      columns: [table.actionId],
      foreignColumns: [managedActions.id]
    }),
    uniqueIndex('fix_attempts_open_key').on(table.repoId, table.issueNumber).where(sql`finished_at is null`),
    index('fix_attempts_repo_age_idx').on(
      table.repoId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('fix_attempts_issue_idx').on(table.repoId, table.issueNumber),
    index('fix_attempts_open_idx').on(table.createdAt).where(sql`finished_at is null`),
    index('fix_attempts_pull_idx')
      .on(table.repoId, table.prNumber)
      .where(sql`status in ('submitted', 'closed')`),
    index('fix_attempts_unreleased_idx')
      .on(table.repoId, table.id)
      .where(sql`status in ('submitted', 'merged') and released_at is null`)
  ]
)
