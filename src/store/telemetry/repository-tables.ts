import { talliesOfEvent } from '#domain/telemetry/tallies.js'
import { pipelineEvents } from '#tables/telemetry/pipeline-events.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const telemetryTables: readonly RepositoryTable[] = [
  {
    table: pipelineEvents,
    repoId: pipelineEvents.repoId,
    counted: countedRows(pipelineEvents.repoId, {
      sums: 'tallies',
      columns: {
        eventType: pipelineEvents.eventType,
        durationMs: pipelineEvents.durationMs,
        metadata: pipelineEvents.metadata,
        occurredAt: pipelineEvents.occurredAt
      },
      tallies: (rows) => rows.flatMap(talliesOfEvent)
    }),
    live: { column: pipelineEvents.live }
  }
]
