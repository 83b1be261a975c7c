import { bigint, date, foreignKey, index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { MeasuredMetrics } from '../../../schemas/gates/gates.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The metrics of a repository at the end of each day, as far as that day has gone: what gates are tried on. */
export const gateDays = pgTable(
  'gate_days',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** Of the UTC calendar. */
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
