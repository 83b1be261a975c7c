// Statistics of the pipeline, read from sums that are kept by day.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, count, nullable, operation, PageMeta, ratio, ref, repoFilter } from '../common.js'

export const SUMMARY_DAYS = 7
const LONGEST_SUMMARY_DAYS = 90
export const SERIES_DAYS = 30
const LONGEST_SERIES_DAYS = 365

const repo = Type.Optional(repoFilter('Only this repository; without it, all that are not deleted.'))
const daysQuery = (maximum: number, usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      default: usual,
      description: 'Number of UTC days, today included.'
    })
  )

const PASS_RATE =
  'Runs that succeeded / runs that succeeded, failed, timed out or could not start. Runs that are cancelled, skipped, neutral, stale or wait for an action say neither; unfinished runs never count. A run counts by its latest attempt, on the day on which it was created. Null without such runs.'

const seconds = (description: string) => Type.Integer({ minimum: 0, description })
const RESOLUTION =
  'Kept in buckets that grow by a factor of 2^(1/4) from one second to 48 days, and given in whole seconds, so it is within 10 % and half a second of the exact value. Shorter waits count as one second, longer ones as 53 days.'

const QueueStatistics = closed(
  {
    depth: count('Pull requests that wait in the merge queue now.'),
    oldest_wait_s: nullable(
      seconds('For how long the first of them has waited, in seconds; null if none waits.')
    ),
    p50_wait_s: nullable(
      seconds(
        `Median of the seconds from admission to merge, over the merges of the window; null without any. ${RESOLUTION}`
      )
    ),
    p95_wait_s: nullable(
      seconds(`The same of 95 % of the merges: so many waited no longer; null without any. ${RESOLUTION}`)
    ),
    ejected: count('Pull requests that the queue has thrown out: `pr_blocked` events.'),
    ejections_by_reason: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description:
        'How often pull requests left the queue without a merge by it, thrown out, taken out or merged by others, by the reason: `pr_blocked` and `pr_dequeued` events. `unspecified`: the event gives no reason.',
      examples: [{ check_failed: 3, merged_by_others: 1 }]
    }),
    ci_minutes_per_merge: nullable(Type.Number({ minimum: 0 }), {
      description:
        'Minutes that CI ran on candidates of the queue, those that failed included, for each merge by the queue. A run counts from its creation to the end of its first attempt; how long later attempts took is not known. Null without merges, or without such runs.'
    }),
    tested_share: nullable(
      ratio(
        'Share of the merges by the queue that landed as they were tested, as a whole or in their areas; null without merges.'
      )
    )
  },
  { description: 'The merge queue.' }
)

const totalled = (description: string) => closed({ total: count(description) }, { description })

export const TelemetrySummary = closed(
  {
    window: Type.String({
      description: 'The UTC days that are covered, today included.',
      examples: ['7 days']
    }),
    merges: closed(
      {
        total: count('Merges by the queue: `pr_merged` events.'),
        avg_duration_ms: nullable(Type.Integer({ minimum: 0 }), {
          description: 'Mean milliseconds from admission to merge; null without merges.'
        }),
        avg_duration_s: nullable(seconds('The same in seconds; null without merges.'))
      },
      { description: 'Merges by the queue.' }
    ),
    blocks: totalled('Pull requests that the queue has blocked.'),
    heals: totalled('Healed CI failures: the run passed after it was run again, or with a merged repair.'),
    feedbacks: totalled('Messages that were sent about what happened to pull requests.'),
    rollbacks: totalled('Rollbacks that were begun.'),
    ci_pass_rate: nullable(ratio(PASS_RATE)),
    ci_pass_pct: nullable(
      Type.Integer({ minimum: 0, maximum: 100, description: 'The same in whole percent.' })
    ),
    queue: QueueStatistics
  },
  { $id: 'TelemetrySummary', description: 'Statistics of the pipeline over the last days.' }
)
export type TelemetrySummary = Static<typeof TelemetrySummary>

export const getTelemetrySummary = operation({
  operationId: 'getTelemetrySummary',
  codes: ['repo_not_found'],
  summary: 'Summarise the pipeline',
  description: 'How many pull requests were merged, how long they waited, and how often CI failed.',
  querystring: closed({ repo, days: daysQuery(LONGEST_SUMMARY_DAYS, SUMMARY_DAYS) }),
  response: { 200: ref(TelemetrySummary) }
})

const day = Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] })

export const ThroughputDay = closed(
  {
    day,
    merges: count('Merges by the queue on it.'),
    avg_duration_s: nullable(seconds('Mean seconds from admission to merge; null without merges.'))
  },
  { $id: 'ThroughputDay', description: 'The merges of one day.' }
)
export type ThroughputDay = Static<typeof ThroughputDay>

export const CiHealthDay = closed(
  {
    day,
    pass_rate: nullable(ratio(PASS_RATE)),
    total_runs: count('Completed runs that were created on it, however they ended.')
  },
  { $id: 'CiHealthDay', description: 'The CI runs of one day.' }
)
export type CiHealthDay = Static<typeof CiHealthDay>

/** All days in one page. */
const series = <T extends TSchema>(item: T, description: string) =>
  closed({ data: Type.Array(ref(item), { description }), meta: ref(PageMeta) }, { description })

const seriesQuery = closed({ repo, days: daysQuery(LONGEST_SERIES_DAYS, SERIES_DAYS) })

export const getThroughput = operation({
  operationId: 'getThroughput',
  codes: ['repo_not_found'],
  summary: 'List the merges of each day',
  description: 'One row for each UTC day, days without merges included.',
  querystring: seriesQuery,
  response: {
    200: series(ThroughputDay, 'The merges of each day, ascending, also of days without any.')
  }
})

export const getCiHealth = operation({
  operationId: 'getCiHealth',
  codes: ['repo_not_found'],
  summary: 'List the results of CI of each day',
  description: 'One row for each UTC day, days without runs included.',
  querystring: seriesQuery,
  response: {
    200: series(CiHealthDay, 'The results of each day, ascending, also of days without runs.')
  }
})

export const schemas = [TelemetrySummary, ThroughputDay, CiHealthDay]
