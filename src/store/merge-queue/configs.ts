// How the merge queues of repositories work.
import { eq } from 'drizzle-orm'
import type { QueueSettings } from '#schemas/merge-queue/configuration.js'
import { queueConfigs } from '#tables/merge-queue/queue-configs.js'
import type { Db, Tx } from '../sql/database.js'

export type QueueConfigRow = typeof queueConfigs.$inferSelect

export async function queueConfigOf(db: Db | Tx, repoId: number): Promise<QueueConfigRow | undefined> {
  const [row] = await db.select().from(queueConfigs).where(eq(queueConfigs.repoId, repoId))
  return row
}

/** The caller has locked the repository. */
export async function saveQueueConfig(
  tx: Tx,
  repoId: number,
  { settings, at }: { settings: QueueSettings; at: Date }
): Promise<QueueConfigRow> {
  const columns = { ...columnsOf(settings), updatedAt: at }
  const [row] = await tx
    .insert(queueConfigs)
    .values({ repoId, ...columns, createdAt: at })
    .onConflictDoUpdate({ target: queueConfigs.repoId, set: columns })
    .returning()
  if (!row) throw new Error('an upsert gives its row')
  return row
}

const columnsOf = (settings: QueueSettings) => ({
  enabled: settings.enabled,
  mergeMethod: settings.merge_method,
  deleteBranch: settings.delete_branch,
  requiredChecks: settings.required_checks,
  maxQueueDepth: settings.max_queue_depth,
  checkTimeoutMins: settings.check_timeout_mins,
  rollbackEnabled: settings.rollback_enabled,
  baseBranch: settings.base_branch,
  batchSize: settings.batch_size,
  speculativeDepth: settings.speculative_depth,
  batchMaxWaitSecs: settings.batch_max_wait_secs,
  maxAttempts: settings.max_attempts,
  admitOn: settings.admit_on,
  freezes: settings.freezes,
  strict: settings.strict,
  allowSkip: settings.allow_skip,
  areas: settings.areas
})

export const queueSettingsIn = (row: QueueConfigRow): QueueSettings => ({
  enabled: row.enabled,
  merge_method: row.mergeMethod,
  delete_branch: row.deleteBranch,
  required_checks: row.requiredChecks,
  max_queue_depth: row.maxQueueDepth,
  check_timeout_mins: row.checkTimeoutMins,
  rollback_enabled: row.rollbackEnabled,
  base_branch: row.baseBranch,
  batch_size: row.batchSize,
  speculative_depth: row.speculativeDepth,
  batch_max_wait_secs: row.batchMaxWaitSecs,
  max_attempts: row.maxAttempts,
  // Cast at the database boundary: only checked words are stored.
  admit_on: row.admitOn as QueueSettings['admit_on'],
  freezes: row.freezes,
  strict: row.strict,
  allow_skip: row.allowSkip,
  areas: row.areas
})
