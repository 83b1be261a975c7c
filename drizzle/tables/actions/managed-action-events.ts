import { bigint, bigserial, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'
import { ACTION_STATUSES } from '../../../schemas/actions/enums.js'
import { instant } from '../columns.js'
import { managedActions } from './managed-actions.js'

/** The transitions of managed actions, one row each. */
export const managedActionEvents = pgTable(
  'managed_action_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actionId: bigint('action_id', { mode: 'number' }).notNull(),
    fromStatus: text('from_status', { enum: ACTION_STATUSES }),
    toStatus: text('to_status', { enum: ACTION_STATUSES }).notNull(),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    detail: text('detail')
  },
  (table) => [
    foreignKey({
      name: 'managed_action_events_action_id_fkey',
      columns: [table.actionId],
      foreignColumns: [managedActions.id]
    }),
    index('managed_action_events_action_idx').on(table.actionId, table.id)
  ]
)
