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
import { RECONCILER_RUN_STATUSES, RECONCILER_TRIGGERS } from '../../../schemas/reconciler/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Runs over the fleet, or over one repository. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    triggeredBy: text('triggered_by', { enum: RECONCILER_TRIGGERS }).notNull(),
    status: text('status', { enum: RECONCILER_RUN_STATUSES }).notNull(),
    /** Null for many. */
    repoId: bigint('repo_id', { mode: 'number' }),
    installationId: bigint('installation_id', { mode: 'number' }),
    dryRun: boolean('dry_run').notNull(),
    jobId: text('job_id'),
    /** Identifies the same request while the run is in progress. */
    claim: text('claim'),
    /** How far its repositories are enqueued: all up to this id. */
    spreadTo: bigint('spread_to', { mode: 'number' }).notNull(),
    isSpread: boolean('is_spread').notNull(),
    reposChecked: integer('repos_checked').notNull().default(0),
    reposSynced: integer('repos_synced').notNull().default(0),
    reposDrifted: integer('repos_drifted').notNull().default(0),
    reposCorrected: integer('repos_corrected').notNull().default(0),
    reposFailed: integer('repos_failed').notNull().default(0),
    writesPlanned: integer('writes_planned').notNull().default(0),
    error: text('error'),
    startedAt: instant('started_at').notNull(),
    /** When a repository was last enqueued or settled. */
    progressAt: instant('progress_at').notNull(),
    completedAt: instant('completed_at')
  },
  (table) => {
    const newestFirst = () => [table.startedAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    return [
      unique('reconciliation_runs_claim_key').on(table.claim),
      check('reconciliation_runs_triggered_by_check', isOneOf(table.triggeredBy, RECONCILER_TRIGGERS)),
      check('reconciliation_runs_status_check', isOneOf(table.status, RECONCILER_RUN_STATUSES)),
      foreignKey({
        name: 'reconciliation_runs_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('reconciliation_runs_age_idx').on(...newestFirst()),
      index('reconciliation_runs_trigger_idx').on(table.triggeredBy, ...newestFirst()),
      index('reconciliation_runs_status_idx').on(table.status, ...newestFirst()),
      index('reconciliation_runs_repo_idx').on(table.repoId)
    ]
  }
)
