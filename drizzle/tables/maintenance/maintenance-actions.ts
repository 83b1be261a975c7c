import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import {
  MAINTENANCE_ACTION_TYPES,
  MAINTENANCE_STATUSES,
  MAINTENANCE_TARGETS
} from '../../../schemas/maintenance/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** What maintenance does in a repository, each once: a row claims its key before anything is changed on the host. */
export const maintenanceActions = pgTable(
  'maintenance_actions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    actionType: text('action_type', { enum: MAINTENANCE_ACTION_TYPES }).notNull(),
    targetType: text('target_type', { enum: MAINTENANCE_TARGETS }).notNull(),
    /** A number, or the name of a branch. */
    targetNumber: text('target_number').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    status: text('status', { enum: MAINTENANCE_STATUSES }).notNull(),
    result: text('result'),
    attempts: integer('attempts').notNull(),
    /** Nothing is tried before: the host has just said what stands in the way. */
    notBefore: instant('not_before'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    actionId: bigint('action_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    appliedAt: instant('applied_at')
  },
  (table) => {
    // A function, because an index takes the order away from a column that it is given.
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    return [
      unique('maintenance_actions_key').on(table.idempotencyKey),
      check('maintenance_actions_action_type_check', isOneOf(table.actionType, MAINTENANCE_ACTION_TYPES)),
      check('maintenance_actions_target_type_check', isOneOf(table.targetType, MAINTENANCE_TARGETS)),
      check('maintenance_actions_status_check', isOneOf(table.status, MAINTENANCE_STATUSES)),
      check(
        'maintenance_actions_applied_check',
        sql`(${table.status} = 'applied') = (${table.appliedAt} is not null)`
      ),
      foreignKey({
        name: 'maintenance_actions_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('maintenance_actions_age_idx').on(table.repoId, ...newestFirst()),
      index('maintenance_actions_status_idx').on(table.repoId, table.status, ...newestFirst()),
      index('maintenance_actions_type_idx').on(table.repoId, table.actionType, ...newestFirst()),
      index('maintenance_actions_target_idx').on(table.repoId, table.targetType, ...newestFirst())
    ]
  }
)
