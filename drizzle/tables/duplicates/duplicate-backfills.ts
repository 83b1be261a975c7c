import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  foreignKey,
  index,
  integer,
  pgTable,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Searches through the open issues of a repository that were never compared, and their progress. */
export const duplicateBackfills = pgTable(
  'duplicate_backfills',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The job that started it. */
    jobId: uuid('job_id').notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    found: integer('found').notNull().default(0),
    /** The number of the last compared issue. */
    reached: integer('reached').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at')
  },
  (table) => [
    foreignKey({
      name: 'duplicate_backfills_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    uniqueIndex('duplicate_backfills_repo_key').on(table.repoId).where(sql`finished_at is null`),
    index('duplicate_backfills_repo_idx').on(table.repoId),
    index('duplicate_backfills_age_idx').on(table.startedAt).where(sql`finished_at is null`)
  ]
)
