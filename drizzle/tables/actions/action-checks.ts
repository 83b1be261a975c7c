import { bigint, bigserial, boolean, check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'
import { CHECK_TYPES } from '../../../schemas/actions/enums.js'
import { instant, isOneOf } from '../columns.js'
import { managedActions } from './managed-actions.js'

/** Results of checking whether the effect of an action is still there. */
export const actionChecks = pgTable(
  'action_checks',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actionId: bigint('action_id', { mode: 'number' }).notNull(),
    checkType: text('check_type', { enum: CHECK_TYPES }).notNull(),
    expected: text('expected'),
    actual: text('actual'),
    drifted: boolean('drifted').notNull(),
    checkedAt: instant('checked_at').notNull()
  },
  (table) => [
    check('action_checks_check_type_check', isOneOf(table.checkType, CHECK_TYPES)),
    foreignKey({
      name: 'action_checks_action_id_fkey',
      columns: [table.actionId],
      foreignColumns: [managedActions.id]
    }),
    index('action_checks_action_idx').on(table.actionId, table.id)
  ]
)
