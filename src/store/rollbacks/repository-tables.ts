import { rollbackEvents } from '#tables/rollbacks/rollback-events.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const rollbackTables: readonly RepositoryTable[] = [
  {
    table: rollbackEvents,
    repoId: rollbackEvents.repoId,
    keys: [[rollbackEvents.mergeCommit], [rollbackEvents.runId]],
    live: { column: rollbackEvents.live }
  }
]
