// What a filter of the feed asks for, and how the feed is summed up.

import { invalidParameter } from '#errors/errors.js'
import {
  ACTIVITY_SOURCES,
  type ActivitySource,
  type ActivitySummary,
  SOURCE_META,
  SOURCES
} from '#schemas/activity/activity.js'

/** The sources of a comma list; each must be known. */
export function parseSources(text: string): ActivitySource[] {
  const words = new Set(text.split(',').map((word) => word.trim()))
  return [...words].map((word) => {
    const source = ACTIVITY_SOURCES.find((one) => one === word)
    if (source === undefined)
      throw invalidParameter(
        'source',
        `must be one or several of ${ACTIVITY_SOURCES.join(', ')}, with commas between them`,
        'invalid_field'
      )
    return source
  })
}

/** The sources that a page can show items of: those that were asked for, and whose items can stand like this. */
export function requestedSources(asked: string | undefined, status: string | undefined): ActivitySource[] {
  const sources = asked === undefined ? ACTIVITY_SOURCES : parseSources(asked)
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
  const there = sums.filter(({ amount }) => amount > 0)
  const bySource = ACTIVITY_SOURCES.flatMap((source) => {
    const own = there.filter((sum) => sum.source === source)
    const statuses = Object.fromEntries(own.map(({ status, amount }) => [status, amount]))
    return own.length === 0 ? [] : [[source, { source, meta: SOURCE_META[source], statuses }] as const]
  })
  return {
    total: there.reduce((total, { amount }) => total + amount, 0),
    recent,
    by_source: Object.fromEntries(bySource),
    sources: SOURCE_META
  }
}
