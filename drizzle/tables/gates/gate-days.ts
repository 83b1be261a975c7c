import { bigint, date, foreignKey, index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { MeasuredMetrics } from '../../../schemas/gates/gates.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The last measured metrics of each repository and day, for backtests of gates. */
export const gateDays = pgTable(
  'gate_days',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    measured: jsonb('measured').$type<MeasuredMetrics>().notNull(),
    takenAt: instant('taken_at').notNull()
  },
  (table) => [
    primaryKey({ name: 'gate_days_pkey', columns: [table.repoId, table.day] }),
    index('gate_days_day_idx').on(table.day),
    foreignKey({
      name: 'gate_days_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
