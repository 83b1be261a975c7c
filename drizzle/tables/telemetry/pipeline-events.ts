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
  text
} from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../schemas/common.js'
import { PIPELINE_EVENT_TYPES } from '../../../schemas/telemetry/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** What happened to changes on their way. Rows are never changed. */
export const pipelineEvents = pgTable(
  'pipeline_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    eventType: text('event_type', { enum: PIPELINE_EVENT_TYPES }).notNull(),
    actor: text('actor'),
    ref: text('ref'),
    prNumber: integer('pr_number'),
    durationMs: bigint('duration_ms', { mode: 'number' }),
    success: boolean('success'),
    metadata: json('metadata').$type<JsonObject>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => {
    // A function, because an index takes the order away from a column that it is given.
    const newestFirst = () => [table.occurredAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    const isLive = sql`live`
    return [
      check('pipeline_events_event_type_check', isOneOf(table.eventType, PIPELINE_EVENT_TYPES)),
      check('pipeline_events_duration_check', sql`${table.durationMs} >= 0`),
      foreignKey({
        name: 'pipeline_events_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      // Whole: old rows are deleted by it, and a repository finds its rows by the one that begins with it.
      index('pipeline_events_age_idx').on(...newestFirst()),
      index('pipeline_events_repo_idx').on(table.repoId, ...newestFirst()),
      index('pipeline_events_type_idx')
        .on(table.eventType, ...newestFirst())
        .where(isLive),
      index('pipeline_events_repo_type_idx')
        .on(table.repoId, table.eventType, ...newestFirst())
        .where(isLive),
      index('pipeline_events_pr_idx')
        .on(table.prNumber, table.repoId, ...newestFirst())
        .where(sql`live and pr_number is not null`)
    ]
  }
)
