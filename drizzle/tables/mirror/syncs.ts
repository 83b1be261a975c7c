import { bigint, check, foreignKey, pgTable, text } from 'drizzle-orm/pg-core'
import { PARTS } from '../../../schemas/host/enums.js'
import { SYNC_STATUSES } from '../../../schemas/mirror/sync.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from './repositories.js'

/** The sync of each repository. Its job holds a lease, so that only one runs at a time. */
export const syncs = pgTable(
  'syncs',
  {
    repoId: bigint('repo_id', { mode: 'number' }).primaryKey(),
    status: text('status', { enum: SYNC_STATUSES }).notNull(),
    /** The job that waits, runs, or ran last. */
    jobId: text('job_id'),
    phase: text('phase', { enum: PARTS }),
    lastError: text('last_error'),
    requestedAt: instant('requested_at'),
    /** When a fresh comparison was last requested; the host's older answers are not reused. */
    wantedAt: instant('wanted_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    nextAttemptAt: instant('next_attempt_at'),
    /** When the turn ends unless its job renews it; null until it begins. */
    leasedUntil: instant('leased_until')
  },
  (table) => [
    check('syncs_status_check', isOneOf(table.status, SYNC_STATUSES)),
    check('syncs_phase_check', isOneOf(table.phase, PARTS)),
    foreignKey({
      name: 'syncs_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
