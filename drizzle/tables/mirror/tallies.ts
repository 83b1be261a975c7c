import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tallyColumns } from '../columns.js'

/**
 * Counters of mirrored rows for each repository and the fleet of live ones (repository 0), in total and by day. The
 * transactions that change rows update them. The fleet's have several rows each, so that transactions do not wait for
 * one another.
 */
export const tallies = pgTable('tallies', tallyColumns(), (table) => [
  primaryKey({ name: 'tallies_pkey', columns: [table.repoId, table.day, table.measure, table.lane] })
])
