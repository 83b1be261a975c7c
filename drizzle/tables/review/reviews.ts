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
  real,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import {
  CORRECTNESS,
  REVIEW_CONFIDENCES,
  REVIEW_STATUSES,
  REVIEW_TRIGGERS,
  REVIEW_VERDICTS
} from '../../../schemas/review/enums.js'
import { instant, isOneOf } from '../columns.js'
import { decisions } from '../decisions/decisions.js'
import { repositories } from '../mirror/repositories.js'

/** Reviews of pull requests, one for each head. */
export const reviews = pgTable(
  'ai_reviews',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    prNumber: integer('pr_number').notNull(),
    commitSha: text('commit_sha').notNull(),
    /** The branch that the pull request goes to: with another one, it brings in something else. */
    baseBranch: text('base_branch').notNull(),
    status: text('status', { enum: REVIEW_STATUSES }).notNull(),
    trigger: text('trigger', { enum: REVIEW_TRIGGERS }).notNull(),
    triggeredBy: text('triggered_by').notNull(),
    /** The event, in the words of the host. */
    triggerEvent: text('trigger_event').notNull(),
    /** How often this head was asked about: a result of an earlier time does not count any more. */
    round: integer('round').notNull(),
    jobId: uuid('job_id').notNull(),
    verdict: text('verdict', { enum: REVIEW_VERDICTS }),
    confidence: text('confidence', { enum: REVIEW_CONFIDENCES }),
    blocked: boolean('blocked').notNull(),
    summary: text('summary'),
    reason: text('reason'),
    /** JSON, as the three after it: the findings that count. */
    findings: text('findings').notNull(),
    ignoredFindings: text('ignored_findings').notNull(),
    leftOut: text('left_out').notNull(),
    configSnapshot: text('config_snapshot').notNull(),
    /** How many findings there are of each severity, the gravest first. */
    severities: integer('severities').array().notNull(),
    filesReviewed: integer('files_reviewed').notNull(),
    linesAdded: integer('lines_added').notNull(),
    linesRemoved: integer('lines_removed').notNull(),
    tokensUsed: integer('tokens_used'),
    overallCorrectness: text('overall_correctness', { enum: CORRECTNESS }),
    overallConfidence: real('overall_confidence'),
    overallExplanation: text('overall_explanation'),
    reviewEngine: text('review_engine').notNull(),
    durationMs: integer('duration_ms'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    startedAt: instant('started_at').notNull(),
    completedAt: instant('completed_at'),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => [
    check('ai_reviews_status_check', isOneOf(table.status, REVIEW_STATUSES)),
    check('ai_reviews_trigger_check', isOneOf(table.trigger, REVIEW_TRIGGERS)),
    check('ai_reviews_verdict_check', isOneOf(table.verdict, REVIEW_VERDICTS)),
    check('ai_reviews_confidence_check', isOneOf(table.confidence, REVIEW_CONFIDENCES)),
    check('ai_reviews_correctness_check', isOneOf(table.overallCorrectness, CORRECTNESS)),
    check('ai_reviews_completed_at_check', sql`(completed_at is null) = (status in ('queued', 'running'))`),
    check('ai_reviews_verdict_given_check', sql`(status in ('completed', 'error')) = (verdict is not null)`),
    foreignKey({
      name: 'ai_reviews_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    foreignKey({
      name: 'ai_reviews_decision_id_fkey',
      columns: [table.decisionId],
      foreignColumns: [decisions.id]
    }),
    uniqueIndex('ai_reviews_head_key').on(table.repoId, table.prNumber, table.commitSha),
    index('ai_reviews_age_idx')
      .on(table.startedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live and verdict is not null`),
    index('ai_reviews_repo_age_idx').on(
      table.repoId,
      table.startedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    // The check of a commit is one for all pull requests that have it as their head.
    index('ai_reviews_blocked_idx').on(table.repoId, table.commitSha).where(sql`blocked`),
    index('ai_reviews_open_idx').on(table.startedAt).where(sql`completed_at is null`)
  ]
)
