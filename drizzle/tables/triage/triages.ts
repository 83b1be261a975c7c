import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid
} from 'drizzle-orm/pg-core'
import { FAILURE_STATES, FEEDBACK_VERDICTS, TRIAGE_TARGETS } from '../../../schemas/triage/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Triage results of issues and pull requests, one for each version of the content. */
export const triages = pgTable(
  'triages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    targetType: text('target_type', { enum: TRIAGE_TARGETS }).notNull(),
    /** The host's id, unique across repositories. */
    targetId: bigint('target_id', { mode: 'number' }).notNull(),
    targetNumber: integer('target_number').notNull(),
    contentVersion: text('content_version').notNull(),
    /** The last job, so that a repeated job does not triage again. */
    jobId: uuid('job_id').notNull(),
    decisionId: bigint('decision_id', { mode: 'number' }).notNull(),
    /** Null if a guard prevented triage. */
    type: text('type'),
    priority: text('priority'),
    probability: doublePrecision('probability'),
    isSure: boolean('is_sure').notNull(),
    model: text('model'),
    /** The requested label of its type or size. */
    label: text('label'),
    heard: text('heard', { enum: FEEDBACK_VERDICTS }),
    heardType: text('heard_type'),
    heardBy: text('heard_by'),
    heardAt: instant('heard_at'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    check('triages_target_type_check', isOneOf(table.targetType, TRIAGE_TARGETS)),
    check('triages_heard_check', isOneOf(table.heard, FEEDBACK_VERDICTS)),
    foreignKey({
      name: 'triages_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    unique('triages_content_key').on(table.targetType, table.targetId, table.contentVersion),
    index('triages_repo_idx').on(table.repoId, table.id)
  ]
)

/** The model learned from the labels of each repository. */
export const triageModels = pgTable(
  'triage_models',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull().primaryKey(),
    model: text('model').notNull(),
    lessons: integer('lessons').notNull(),
    version: integer('version').notNull(),
    /** New with each change, so that a copy in memory can be checked. */
    revision: uuid('revision').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    foreignKey({
      name: 'triage_models_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)

/** Triage jobs that failed for good. */
export const triageFailures = pgTable(
  'triage_failures',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    jobId: uuid('job_id').notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    targetType: text('target_type', { enum: TRIAGE_TARGETS }).notNull(),
    targetNumber: integer('target_number').notNull(),
    triggerEvent: text('trigger_event').notNull(),
    error: text('error'),
    attempts: integer('attempts').notNull(),
    state: text('state', { enum: FAILURE_STATES }).notNull(),
    retryJobId: uuid('retry_job_id'),
    retryReason: text('retry_reason'),
    retriedBy: text('retried_by'),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    check('triage_failures_target_type_check', isOneOf(table.targetType, TRIAGE_TARGETS)),
    check('triage_failures_state_check', isOneOf(table.state, FAILURE_STATES)),
    foreignKey({
      name: 'triage_failures_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    unique('triage_failures_job_id_key').on(table.jobId),
    index('triage_failures_age_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('triage_failures_repo_idx').on(
      table.repoId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('triage_failures_open_idx').on(table.repoId, table.targetNumber).where(sql`state = 'open'`),
    index('triage_failures_open_age_idx').on(table.createdAt).where(sql`state = 'open'`)
  ]
)
