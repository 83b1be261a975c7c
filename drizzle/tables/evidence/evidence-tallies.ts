import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tallyColumns } from '../columns.js'

/**
 * How many decisions and managed actions are of a kind, per repository and over all (repository 0), also of those that
 * are gone: kept like the tallies of the mirror, by the transactions that add or change the rows.
 */
export const evidenceTallies = pgTable('evidence_tallies', tallyColumns(), (table) => [
  primaryKey({
    name: 'evidence_tallies_pkey',
    columns: [table.repoId, table.day, table.measure, table.lane]
  })
])
