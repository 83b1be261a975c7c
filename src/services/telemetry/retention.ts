import { DAY_MS } from '#domain/time/durations.js'
import type { RetentionRule } from '#registry.js'
import { changeTallied } from '#store/counters/tallies.js'
import { deletePipelineEvents } from '#store/telemetry/events.js'
import { talliesByRepository } from './record.js'

/** Longer than any window of the statistics, so the sums of a day may go with its events. */
export const PIPELINE_RETENTION_MS = 400 * DAY_MS

export const telemetryRetention: readonly RetentionRule[] = [
  {
    retentionMs: PIPELINE_RETENTION_MS,
    atOnce: 500,
    async drop(tx, limits) {
      let dropped = 0
      await changeTallied(tx, async (tallied) => {
        const rows = await deletePipelineEvents(tallied, limits)
        dropped = rows.length
        return talliesByRepository(rows, -1)
      })
      return dropped
    }
  }
]
