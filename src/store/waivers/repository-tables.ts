import { waivers } from '#tables/waivers/waivers.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const waiversTables: readonly RepositoryTable[] = [
  { table: waivers, repoId: waivers.repoId, live: { column: waivers.live } }
]
