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
  pgTable,
  text,
  uuid
} from 'drizzle-orm/pg-core'
import { type EvaluatedCondition, GATE_RESULTS } from '../../../schemas/gates/gates.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Evaluations, each with the definition of its gate at the time. Rows are only added and outlive their gate. */
export const gateEvaluations = pgTable(
  'gate_evaluations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    gateName: text('gate_name').notNull(),
    isDefault: boolean('is_default').notNull(),
    blockOnFail: boolean('block_on_fail').notNull(),
    headSha: text('head_sha'),
    prNumber: integer('pr_number'),
    result: text('result', { enum: GATE_RESULTS }).notNull(),
    conditions: jsonb('conditions').$type<EvaluatedCondition[]>().notNull(),
    score: integer('score').notNull(),
    passedCount: integer('passed_count').notNull(),
    failedCount: integer('failed_count').notNull(),
    totalCount: integer('total_count').notNull(),
    evaluatedAt: instant('evaluated_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    decisionId: bigint('decision_id', { mode: 'number' }),
    /** The job that evaluated, so that a repeated job does not evaluate again. */
    jobId: uuid('job_id')
  },
  (table) => [
    check('gate_evaluations_result_check', isOneOf(table.result, GATE_RESULTS)),
    check('gate_evaluations_score_check', sql`${table.score} between 0 and 100`),
    foreignKey({
      name: 'gate_evaluations_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('gate_evaluations_repo_idx').on(
      table.repoId,
      table.evaluatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('gate_evaluations_gate_idx').on(
      table.repoId,
      table.gateName,
      table.evaluatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('gate_evaluations_pr_idx')
      .on(table.repoId, table.prNumber, table.evaluatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`pr_number is not null`),
    index('gate_evaluations_job_idx').on(table.jobId).where(sql`job_id is not null`)
  ]
)
