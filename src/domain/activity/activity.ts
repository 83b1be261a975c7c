// Filters and summary of the activity feed.

import { invalidParameter } from '#errors/errors.js'
import {
  ACTIVITY_SOURCES,
  type ActivitySource,
  type ActivitySummary,
  SOURCE_META,
  SOURCES
} from '#schemas/activity/activity.js'

/** The sources in a comma-separated list; an unknown one is refused. */
function parseSources(text: string): ActivitySource[] {
  const words = new Set(text.split(',').map((word) => word.trim()))
  return [...words].map((word) => {
    const source = ACTIVITY_SOURCES.find((known) => known === word)
    if (source === undefined)
      throw invalidParameter(
        'source',
        `must be a comma-separated list of ${ACTIVITY_SOURCES.join(', ')}`,
        'invalid_field'
      )
    return source
  })
}

/** The requested sources, limited to those that can have items with this status. */
export function requestedSources(
  requested: string | undefined,
  status: string | undefined
): ActivitySource[] {
  const sources = requested === undefined ? ACTIVITY_SOURCES : parseSources(requested)
  return status === undefined
    ? sources
    : sources.filter((source) => SOURCES[source].statuses.some((word) => word === status))
}

export interface ActivitySum {
  source: ActivitySource
  status: string
  amount: number
}

export function activitySummaryOf(
  sums: readonly ActivitySum[],
  recent: ActivitySummary['recent']
): ActivitySummary {
  const counted = sums.filter(({ amount }) => amount > 0)
  const bySource = ACTIVITY_SOURCES.flatMap((source) => {
    const sourceSums = counted.filter((sum) => sum.source === source)
    const statuses = Object.fromEntries(sourceSums.map(({ status, amount }) => [status, amount]))
    return sourceSums.length === 0 ? [] : [[source, { source, meta: SOURCE_META[source], statuses }] as const]
  })
  return {
    total: counted.reduce((total, { amount }) => total + amount, 0),
    recent,
    by_source: Object.fromEntries(bySource),
    sources: SOURCE_META
  }
}
