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
  unique
} from 'drizzle-orm/pg-core'
import { RUN_CONCLUSIONS, RUN_STATUSES } from '../../../schemas/host/enums.js'
import { HEAL_STATUSES } from '../../../schemas/mirror/ci.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from './repositories.js'

/** CI runs of the host as of their latest attempt, and the state of their healing. */
export const ciRuns = pgTable(
  'ci_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    hostRunId: bigint('host_run_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    attempt: integer('attempt').notNull(),
    workflowName: text('workflow_name').notNull(),
    branch: text('branch').notNull(),
    /** The fork of the branch, 0 if that is deleted; null for the repository's own branches. */
    forkId: bigint('fork_id', { mode: 'number' }),
    headSha: text('head_sha').notNull(),
    event: text('event'),
    actor: text('actor'),
    htmlUrl: text('html_url'),
    status: text('status', { enum: RUN_STATUSES }).notNull(),
    conclusion: text('conclusion', { enum: RUN_CONCLUSIONS }),
    healStatus: text('heal_status', { enum: HEAL_STATUSES }).notNull().default('pending'),
    healFailureType: text('heal_failure_type'),
    healRootCause: text('heal_root_cause'),
    healFixApplied: text('heal_fix_applied'),
    healConfidence: text('heal_confidence'),
    healPrUrl: text('heal_pr_url'),
    healPrNumber: integer('heal_pr_number'),
    healedAt: instant('healed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    completedAt: instant('completed_at'),
    goneAt: instant('gone_at'),
    /** The repository that a merge moved it from: the host may list it under neither. */
    movedFrom: bigint('moved_from', { mode: 'number' }),
    live: boolean('live').notNull()
  },
  (table) => [
    unique('ci_runs_host_run_id_key').on(table.hostRunId),
    check('ci_runs_status_check', isOneOf(table.status, RUN_STATUSES)),
    check('ci_runs_conclusion_check', isOneOf(table.conclusion, RUN_CONCLUSIONS)),
    check('ci_runs_heal_status_check', isOneOf(table.healStatus, HEAL_STATUSES)),
    foreignKey({
      name: 'ci_runs_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('ci_runs_heal_pr_idx')
      .on(table.repoId, table.healPrNumber)
      .where(sql`live and heal_pr_number is not null`),
    index('ci_runs_age_idx')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('ci_runs_heal_idx')
      .on(table.healStatus, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('ci_runs_conclusion_idx')
      .on(table.conclusion, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('ci_runs_branch_idx')
      .on(table.branch, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    // Includes runs that are not live: given a smaller index, the planner would sort instead.
    index('ci_runs_repo_age_idx').on(
      table.repoId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    )
  ]
)
