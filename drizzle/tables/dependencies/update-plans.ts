import { bigint, check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ECOSYSTEMS, UPDATE_TYPES } from '../../../schemas/dependencies/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The last plan of each kind of update, so that a job plans once, and nothing is planned again without news. */
export const updatePlans = pgTable(
  'update_plans',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    ecosystem: text('ecosystem', { enum: ECOSYSTEMS }).notNull(),
    updateType: text('update_type', { enum: UPDATE_TYPES }).notNull(),
    jobId: text('job_id').notNull(),
    /** Over what the plan was asked for; null where people have asked. */
    causeHash: text('cause_hash'),
    plannedAt: instant('planned_at').notNull()
  },
  (table) => [
    primaryKey({ name: 'update_plans_pkey', columns: [table.repoId, table.ecosystem, table.updateType] }),
    check('update_plans_ecosystem_check', isOneOf(table.ecosystem, ECOSYSTEMS)),
    check('update_plans_type_check', isOneOf(table.updateType, UPDATE_TYPES)),
    foreignKey({
      name: 'update_plans_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
