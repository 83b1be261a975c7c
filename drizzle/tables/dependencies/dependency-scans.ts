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
import { ALERT_READINGS, SCAN_STATUSES } from '../../../schemas/dependencies/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Scans of the dependencies of repositories, one row for each job. */
export const dependencyScans = pgTable(
  'dependency_scans',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    jobId: text('job_id').notNull(),
    triggerEvent: text('trigger_event').notNull(),
    status: text('status', { enum: SCAN_STATUSES }).notNull(),
    commitSha: text('commit_sha'),
    alerts: text('alerts', { enum: ALERT_READINGS }),
    /** When the local database was imported with which it was compared. */
    advisoriesAt: instant('advisories_at'),
    manifests: integer('manifests').notNull(),
    packages: integer('packages').notNull(),
    opened: integer('opened').notNull(),
    fixed: integer('fixed').notNull(),
    error: text('error'),
    notes: json('notes').$type<string[]>().notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    live: boolean('live').notNull()
  },
  (table) => [
    unique('dependency_scans_job_key').on(table.jobId),
    check('dependency_scans_status_check', isOneOf(table.status, SCAN_STATUSES)),
    check('dependency_scans_alerts_check', isOneOf(table.alerts, ALERT_READINGS)),
    foreignKey({
      name: 'dependency_scans_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('dependency_scans_repo_idx').on(
      table.repoId,
      table.startedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('dependency_scans_age_idx').on(table.startedAt),
    index('dependency_scans_running_idx').on(table.startedAt).where(sql`status = 'running'`)
  ]
)
