import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  json,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../schemas/common.js'
import type { DesiredState, Difference } from '../../../schemas/reconciler/states.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** How repositories differ from what is desired of them. One that nobody reconciled or excluded has no row. */
export const reconcileStates = pgTable(
  'reconcile_states',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** Null until the repository is read. */
    inSync: boolean('in_sync'),
    driftFields: text('drift_fields').array().notNull(),
    /** What the plan of the owner does not include, as it turned out at that time. */
    unsupportedFields: text('unsupported_fields').array().notNull(),
    unsupportedSince: instant('unsupported_since'),
    reconcileSkip: boolean('reconcile_skip').notNull(),
    desiredState: json('desired_state').$type<DesiredState>(),
    observedState: json('observed_state').$type<JsonObject>(),
    differences: json('differences').$type<Difference[]>().notNull(),
    /** The actions that are to correct it; empty once it was read again after them. */
    actionIds: bigint('action_ids', { mode: 'number' }).array().notNull(),
    lastError: text('last_error'),
    lastReconciledAt: instant('last_reconciled_at'),
    nextReconcileAt: instant('next_reconcile_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    unique('reconcile_states_repo_key').on(table.repoId),
    foreignKey({
      name: 'reconcile_states_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('reconcile_states_due_idx').on(table.nextReconcileAt, table.repoId)
  ]
)
