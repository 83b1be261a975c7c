import { talliesOfWaivers } from '#domain/waivers/waivers.js'
import { waivers } from '#tables/waivers/waivers.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const waiversTables: readonly RepositoryTable[] = [
  {
    table: waivers,
    repoId: waivers.repoId,
    counted: countedRows(waivers.repoId, {
      sums: 'tallies',
      columns: {
        pillar: waivers.pillar,
        scope: waivers.scope,
        expiredAt: waivers.expiredAt,
        revokedAt: waivers.revokedAt
      },
      tallies: talliesOfWaivers
    }),
    live: { column: waivers.live }
  }
]
