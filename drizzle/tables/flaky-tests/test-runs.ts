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
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { TEST_RUN_STATUSES } from '../../../schemas/flaky-tests/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Attempts of CI runs, and what became of their test reports. */
export const testRuns = pgTable(
  'test_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The host's id of the run. */
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    attempt: integer('attempt').notNull(),
    workflowName: text('workflow_name').notNull(),
    branch: text('branch').notNull(),
    /** The fork of the branch; null for the repository's own branches. */
    forkId: bigint('fork_id', { mode: 'number' }),
    headSha: text('head_sha').notNull(),
    event: text('event'),
    hasFailed: boolean('has_failed').notNull(),
    status: text('status', { enum: TEST_RUN_STATUSES }).notNull(),
    reports: integer('reports').notNull(),
    tests: integer('tests').notNull(),
    failures: integer('failures').notNull(),
    /** By its reports it broke outside of its tests, or was cut off. */
    interrupted: boolean('interrupted').notNull(),
    notes: json('notes').$type<string[]>().notNull(),
    /** When the attempt ended. */
    ranAt: instant('ran_at').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
    live: boolean('live').notNull()
  },
  (table) => {
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    return [
      unique('test_runs_attempt_key').on(table.runId, table.attempt),
      check('test_runs_status_check', isOneOf(table.status, TEST_RUN_STATUSES)),
      foreignKey({
        name: 'test_runs_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('test_runs_age_idx')
        .on(...newestFirst())
        .where(sql`live`),
      index('test_runs_repo_idx').on(table.repoId, ...newestFirst()),
      index('test_runs_reports_idx').on(table.repoId, table.workflowName).where(sql`reports > 0`),
      index('test_runs_commit_idx').on(table.repoId, table.headSha)
    ]
  }
)
