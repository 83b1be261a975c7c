import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, check, index, json, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../schemas/common.js'
import { GOVERNANCE_TARGETS } from '../../../schemas/maintenance/governance.js'
import { instant, isOneOf, searchIndex } from '../columns.js'

/** Changes that people asked for, made or refused. A trigger prevents changes and deletions. */
export const governanceEntries = pgTable(
  'governance_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type', { enum: GOVERNANCE_TARGETS }).notNull(),
    /** As the request named it. */
    targetId: text('target_id').notNull(),
    payload: json('payload').$type<JsonObject>(),
    success: boolean('success').notNull(),
    error: text('error'),
    /** The action that made the change on the host, or did not. */
    actionId: bigint('action_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull()
  },
  (table) => {
    // A function, because an index takes the order away from a column that it is given.
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    return [
      unique('governance_entries_action_key').on(table.actionId),
      check('governance_entries_target_type_check', isOneOf(table.targetType, GOVERNANCE_TARGETS)),
      check('governance_entries_error_check', sql`${table.success} = (${table.error} is null)`),
      index('governance_entries_age_idx').on(...newestFirst()),
      index('governance_entries_actor_idx').on(table.actor, ...newestFirst()),
      index('governance_entries_target_type_idx').on(table.targetType, ...newestFirst()),
      index('governance_entries_success_idx').on(table.success, ...newestFirst()),
      searchIndex('governance_entries_action_search_idx', table.action),
      searchIndex('governance_entries_target_search_idx', table.targetId)
    ]
  }
)
