import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tallyColumns } from '../columns.js'

/**
 * Counters of decisions and managed actions for each repository and the fleet (repository 0), deleted ones included.
 * The transactions that add or change rows update them, like the tallies of the mirror.
 */
export const evidenceTallies = pgTable('evidence_tallies', tallyColumns(), (table) => [
  primaryKey({
    name: 'evidence_tallies_pkey',
    columns: [table.repoId, table.day, table.measure, table.lane]
  })
])
