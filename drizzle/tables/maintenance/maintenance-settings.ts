import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  integer,
  type PgColumn,
  pgTable,
  unique
} from 'drizzle-orm/pg-core'
import { STALE_DAYS_RANGE, WARN_DAYS_RANGE } from '../../../schemas/maintenance/settings.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Settings that were stored through the API; null where the configuration applies. */
export const maintenanceSettings = pgTable(
  'maintenance_settings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    staleIssueDays: integer('stale_issue_days'),
    stalePrDays: integer('stale_pr_days'),
    staleWarnDays: integer('stale_warn_days'),
    cleanupBranches: boolean('cleanup_branches'),
    enabled: boolean('enabled'),
    autoClose: boolean('auto_close'),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    unique('maintenance_settings_repo_key').on(table.repoId),
    check('maintenance_settings_issue_days_check', isWithin(table.staleIssueDays, STALE_DAYS_RANGE)),
    check('maintenance_settings_pr_days_check', isWithin(table.stalePrDays, STALE_DAYS_RANGE)),
    check('maintenance_settings_warn_days_check', isWithin(table.staleWarnDays, WARN_DAYS_RANGE)),
    foreignKey({
      name: 'maintenance_settings_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)

/** Checks that a number is within a range or null. */
function isWithin(column: PgColumn, { minimum, maximum }: { minimum: number; maximum: number }): SQL {
  return sql`${column} between ${sql.raw(String(minimum))} and ${sql.raw(String(maximum))}`
}
