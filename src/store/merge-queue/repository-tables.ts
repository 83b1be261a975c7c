import { talliesOfQueueEntry } from '#domain/merge-queue/tallies.js'
import { queueConfigs } from '#tables/merge-queue/queue-configs.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { queueLanes } from '#tables/merge-queue/queue-lanes.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const queueTables: readonly RepositoryTable[] = [
  { table: queueLanes, repoId: queueLanes.repoId, keys: [[queueLanes.baseBranch]] },
  {
    table: queueEntries,
    repoId: queueEntries.repoId,
    names: [queueEntries.repoFullName],
    namesFollow: true,
    counted: countedRows(queueEntries.repoId, {
      sums: 'tallies',
      columns: { status: queueEntries.status },
      tallies: (rows) => rows.flatMap(talliesOfQueueEntry)
    }),
    keys: [[queueEntries.prNumber]],
    live: { column: queueEntries.live },
    references: [{ column: queueEntries.laneId, to: queueLanes.id }]
  },
  { table: queueConfigs, repoId: queueConfigs.repoId, keys: [[]] }
]
