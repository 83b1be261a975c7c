// Classifies counters that a recount corrected.

import { RECOUNT_KINDS, type RecountKind } from '#schemas/recount/enums.js'
import type { Measure } from '../counters/counter.js'
import type { Tally } from '../counters/tally.js'

const COUNTED_ALONE: ReadonlySet<RecountKind> = new Set(['open_counts', 'activity', 'deliveries', 'unknown'])

/** By the first word of the counter name; unknown counters may come from an earlier version. */
function recountKindOf(measure: Measure): RecountKind {
  const [topic] = measure.split('.')
  return RECOUNT_KINDS.find((kind) => kind === topic && !COUNTED_ALONE.has(kind)) ?? 'unknown'
}

/** The number of corrected counters of each kind. */
export function repairCounts(faults: readonly Tally[]): Map<RecountKind, number> {
  const counts = new Map<RecountKind, number>()
  for (const { measure } of faults) {
    const kind = recountKindOf(measure)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
