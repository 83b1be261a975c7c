import { foreignKey, index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AdvisorySeverity } from '../../../schemas/dependencies/enums.js'
import { advisories } from './advisories.js'

/** Versions and ranges of one package that an advisory affects, as the domain reads them. */
export interface StoredAffected {
  /** Null where the package is rated as the whole advisory is. */
  rating: { severity: AdvisorySeverity | null; score: number | null; vector: string | null } | null
  versions: string[]
  ranges: { kind: 'introduced' | 'fixed' | 'last_affected' | 'limit'; version: string }[][]
}

/** The packages of advisories that are not withdrawn, by the key under which packages are looked up. */
export const advisoryPackages = pgTable(
  'advisory_packages',
  {
    packageKey: text('package_key').notNull(),
    advisoryId: text('advisory_id').notNull(),
    affected: json('affected').$type<StoredAffected[]>().notNull()
  },
  (table) => [
    primaryKey({ name: 'advisory_packages_pkey', columns: [table.packageKey, table.advisoryId] }),
    foreignKey({
      name: 'advisory_packages_advisory_id_fkey',
      columns: [table.advisoryId],
      foreignColumns: [advisories.id]
    }).onDelete('cascade'),
    index('advisory_packages_advisory_idx').on(table.advisoryId)
  ]
)
