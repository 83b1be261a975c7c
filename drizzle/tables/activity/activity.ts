import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { ACTIVITY_SOURCES } from '../../../schemas/activity/activity.js'
import { instant, isOneOf } from '../columns.js'

/** The activity feed: one row for each thing that the service received or did, written in the same transaction. */
export const activity = pgTable(
  'activity',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    source: text('source', { enum: ACTIVITY_SOURCES }).notNull(),
    sourceId: bigint('source_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }),
    targetNumber: integer('target_number'),
    targetUrl: text('target_url'),
    actionType: text('action_type').notNull(),
    status: text('status').notNull(),
    /** The previous status, which the sums subtract when the status changes. */
    formerStatus: text('former_status'),
    detail: text('detail').notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    unique('activity_source_key').on(table.source, table.sourceId),
    check('activity_source_check', isOneOf(table.source, ACTIVITY_SOURCES)),
    index('activity_age_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('activity_repo_idx').on(
      table.repoId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    index('activity_source_age_idx').on(
      table.source,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst()
    ),
    // Nearly all rows are processed webhooks; a partial index finds the others.
    index('activity_repo_work_idx')
      .on(table.repoId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`source <> 'webhook'`),
    index('activity_status_idx')
      .on(table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status <> 'processed'`)
  ]
)
