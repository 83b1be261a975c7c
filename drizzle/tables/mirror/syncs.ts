import { bigint, check, foreignKey, pgTable, text } from 'drizzle-orm/pg-core'
import { PARTS } from '../../../schemas/host/words.js'
import { SYNC_STATUSES } from '../../../schemas/mirror/sync.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from './repositories.js'

/** How the sync of each repository stands; whoever runs it holds a lease, so that there is one at a time. */
export const syncs = pgTable(
  'syncs',
  {
    repoId: bigint('repo_id', { mode: 'number' }).primaryKey(),
    status: text('status', { enum: SYNC_STATUSES }).notNull(),
    /** Whose turn it is: the job that waits, runs, or did last. */
    jobId: text('job_id'),
    phase: text('phase', { enum: PARTS }),
    lastError: text('last_error'),
    requestedAt: instant('requested_at'),
    /** When somebody last wanted to see what the host has now: what was asked before that is asked again. */
    wantedAt: instant('wanted_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    nextAttemptAt: instant('next_attempt_at'),
    /** Until when a job that says nothing has its turn; null while none has begun. */
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
