import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { HEAL_OUTCOMES } from '../../../schemas/actions/enums.js'
import {
  HEAL_PR_STATUSES,
  HEAL_STRATEGIES,
  HEAL_TRIGGERS,
  HEAL_WISHES,
  REMEDIES,
  RISK_LEVELS,
  SKIP_REASONS
} from '../../../schemas/healing/enums.js'
import { DIAGNOSIS_CONFIDENCES, FAILURE_TYPES, HEAL_STATUSES } from '../../../schemas/mirror/ci.js'
import { managedActions } from '../actions/managed-actions.js'
import { instant, isOneOf } from '../columns.js'
import { decisions } from '../decisions/decisions.js'
import { ciRuns } from '../mirror/ci-runs.js'
import { repositories } from '../mirror/repositories.js'

type Worded = Readonly<
  Record<
    | 'trigger'
    | 'wish'
    | 'status'
    | 'strategy'
    | 'repair'
    | 'skipReason'
    | 'failureType'
    | 'confidence'
    | 'riskLevel'
    | 'prStatus'
    | 'outcome',
    PgColumn
  >
>

const wordChecks = (table: Worded) => [
  check('heal_attempts_trigger_check', isOneOf(table.trigger, HEAL_TRIGGERS)),
  check('heal_attempts_wish_check', isOneOf(table.wish, HEAL_WISHES)),
  check('heal_attempts_status_check', isOneOf(table.status, HEAL_STATUSES)),
  check('heal_attempts_strategy_check', isOneOf(table.strategy, HEAL_STRATEGIES)),
  check('heal_attempts_repair_check', isOneOf(table.repair, REMEDIES)),
  check('heal_attempts_skip_reason_check', isOneOf(table.skipReason, SKIP_REASONS)),
  check('heal_attempts_failure_type_check', isOneOf(table.failureType, FAILURE_TYPES)),
  check('heal_attempts_confidence_check', isOneOf(table.confidence, DIAGNOSIS_CONFIDENCES)),
  check('heal_attempts_risk_level_check', isOneOf(table.riskLevel, RISK_LEVELS)),
  check('heal_attempts_pr_status_check', isOneOf(table.prStatus, HEAL_PR_STATUSES)),
  check('heal_attempts_outcome_check', isOneOf(table.outcome, HEAL_OUTCOMES))
]

/** Attempts to heal failed runs: diagnoses, repairs and outcomes. */
export const healAttempts = pgTable(
  'heal_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ciRunId: bigint('ci_run_id', { mode: 'number' }).notNull(),
    hostRunId: bigint('host_run_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The failed attempt of the run, and the number of this attempt to heal it. */
    runAttempt: integer('run_attempt').notNull(),
    attempt: integer('attempt').notNull(),
    /** Properties of the run when this attempt began. */
    workflowName: text('workflow_name').notNull(),
    branch: text('branch').notNull(),
    headSha: text('head_sha').notNull(),
    trigger: text('trigger', { enum: HEAL_TRIGGERS }).notNull(),
    requestedBy: text('requested_by'),
    /** The options of the request. */
    wish: text('wish', { enum: HEAL_WISHES }).notNull().default('auto'),
    force: boolean('force').notNull().default(false),
    dryRun: boolean('dry_run').notNull().default(false),
    jobId: uuid('job_id').notNull(),
    status: text('status', { enum: HEAL_STATUSES }).notNull(),
    strategy: text('strategy', { enum: HEAL_STRATEGIES }),
    repair: text('repair', { enum: REMEDIES }),
    skipReason: text('skip_reason', { enum: SKIP_REASONS }),
    failureType: text('failure_type', { enum: FAILURE_TYPES }),
    transient: boolean('transient'),
    /** The rule of the diagnosis that decided. */
    rule: text('rule'),
    rootCause: text('root_cause'),
    confidence: text('confidence', { enum: DIAGNOSIS_CONFIDENCES }),
    failingJob: text('failing_job'),
    failingFile: text('failing_file'),
    sourceFile: text('source_file'),
    failingLine: integer('failing_line'),
    suggestedFix: text('suggested_fix'),
    riskScore: integer('risk_score'),
    riskLevel: text('risk_level', { enum: RISK_LEVELS }),
    signature: text('signature'),
    /** The relevant lines of the logs, as JSON text. */
    extract: text('extract').notNull().default('[]'),
    filesChanged: text('files_changed').array().notNull().default(sql`'{}'`),
    healBranch: text('heal_branch'),
    prNumber: integer('pr_number'),
    prUrl: text('pr_url'),
    prTitle: text('pr_title'),
    prStatus: text('pr_status', { enum: HEAL_PR_STATUSES }),
    /** When the pull request was merged or closed. */
    prClosedAt: instant('pr_closed_at'),
    outcome: text('outcome', { enum: HEAL_OUTCOMES }),
    /** The attempt of the run that showed whether it helped. */
    settledRunAttempt: integer('settled_run_attempt'),
    error: text('error'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    actionId: bigint('action_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    updatedAt: instant('updated_at').notNull(),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => {
    const byAge = (name: string, ...first: [PgColumn, ...PgColumn[]]) =>
      index(name)
        .on(...first, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`live`)
    return [
      ...wordChecks(table),
      check(
        'heal_attempts_finished_at_check',
        sql`(finished_at is null) = (status in ('pending', 'attempted'))`
      ),
      foreignKey({
        name: 'heal_attempts_ci_run_id_fkey',
        columns: [table.ciRunId],
        foreignColumns: [ciRuns.id]
      }),
      foreignKey({
        name: 'heal_attempts_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      foreignKey({
        name: 'heal_attempts_decision_id_fkey',
        columns: [table.decisionId],
        foreignColumns: [decisions.id]
      }),
      foreignKey({
        name: 'heal_attempts_action_id_fkey',
        columns: [table.actionId],
        foreignColumns: [managedActions.id]
      }),
      unique('heal_attempts_attempt_key').on(table.ciRunId, table.attempt),
      // Automatic attempts: at most one for each attempt of a run.
      uniqueIndex('heal_attempts_automatic_key')
        .on(table.ciRunId, table.runAttempt)
        .where(sql`trigger in ('webhook', 'sync')`),
      uniqueIndex('heal_attempts_open_key').on(table.ciRunId).where(sql`finished_at is null`),
      index('heal_attempts_host_run_idx').on(table.hostRunId),
      index('heal_attempts_branch_idx').on(table.repoId, table.branch, table.createdAt),
      index('heal_attempts_pull_idx').on(table.repoId, table.prNumber).where(sql`pr_number is not null`),
      // Proposed repairs without an outcome.
      index('heal_attempts_proposed_idx')
        .on(table.repoId, table.branch)
        .where(sql`outcome = 'pending' and pr_number is not null`),
      index('heal_attempts_extract_idx').on(table.createdAt).where(sql`extract <> '[]'`),
      index('heal_attempts_signature_idx').on(table.signature, table.createdAt),
      index('heal_attempts_age_idx')
        .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`live`),
      byAge('heal_attempts_status_idx', table.status),
      byAge('heal_attempts_repo_age_idx', table.repoId)
    ]
  }
)
