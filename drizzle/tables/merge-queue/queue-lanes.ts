import { bigint, bigserial, foreignKey, integer, json, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The lanes of merge queues. Whoever changes a lane or its entries holds its row. */
export const queueLanes = pgTable(
  'merge_queue_lanes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    baseBranch: text('base_branch').notNull(),
    base: json('base'),
    baseKnownAt: instant('base_known_at').notNull(),
    seenDuringLanding: json('seen_during_landing'),
    batches: json('batches').notNull(),
    lastBatch: integer('last_batch').notNull(),
    failedBuilds: integer('failed_builds').notNull(),
    stopped: text('stopped'),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    unique('merge_queue_lanes_branch_key').on(table.repoId, table.baseBranch),
    foreignKey({
      name: 'merge_queue_lanes_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
