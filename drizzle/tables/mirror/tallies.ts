import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tallyColumns } from '../columns.js'

/**
 * How many rows of the mirror are of a kind, per repository and over all that are not gone (repository 0), for ever
 * and by day; kept by the transactions that change the rows. The sums over all have several rows each, so that
 * transactions do not wait for one another.
 */
export const tallies = pgTable('tallies', tallyColumns(), (table) => [
  primaryKey({ name: 'tallies_pkey', columns: [table.repoId, table.day, table.measure, table.lane] })
])
