// Statistics of the pipeline from the stored counters.
import type { PipelineEventType } from '#schemas/telemetry/enums.js'
import type { CiHealthDay, TelemetrySummary, ThroughputDay } from '#schemas/telemetry/statistics.js'
import { counter, type Measure, topic, wordsAfter } from '../counters/counter.js'
import type { Sums, Tally } from '../counters/tally.js'
import { mapDays, rateOrNull } from '../mirror/statistics.js'
import { JUDGING_CONCLUSIONS } from './ci-runs.js'
import { waitPercentile } from './wait-buckets.js'

export interface QueueState {
  depth: number
  oldestAdmittedAt: Date | null
}

export interface SummaryFacts {
  days: number
  /** Of all days together. */
  sums: Sums
  queue: QueueState
  now: Date
}

const MINUTE_MS = 60_000
const TIMED = counter('telemetry', 'merges', 'timed')
const MS = counter('telemetry', 'merges', 'ms')
const MERGES = counter('telemetry', 'type', 'pr_merged')
const FINISHED = counter('ci', 'finished')
const SUCCESSES = counter('ci', 'conclusion', 'success')
const JUDGED: readonly Measure[] = JUDGING_CONCLUSIONS.map((word) => counter('ci', 'conclusion', word))

export const THROUGHPUT_MEASURES: readonly Measure[] = [MERGES, TIMED, MS]
export const CI_HEALTH_MEASURES: readonly Measure[] = [FINISHED, ...JUDGED]
/** Of the mirror; all that are about telemetry come besides. */
export const SUMMARY_MEASURES = JUDGED

type Amounts = (measure: Measure) => number

export function summaryOf({ days, sums, queue, now }: SummaryFacts): TelemetrySummary {
  const at: Amounts = (measure) => sums.get(measure) ?? 0
  const total = (type: PipelineEventType) => ({ total: at(counter('telemetry', 'type', type)) })
  const passRate = passRateOf(at)
  const average = at(TIMED) === 0 ? null : Math.round(at(MS) / at(TIMED))
  return {
    window: `${days} ${days === 1 ? 'day' : 'days'}`,
    merges: { ...total('pr_merged'), avg_duration_ms: average, avg_duration_s: averageSeconds(at) },
    blocks: total('pr_blocked'),
    heals: total('heal_succeeded'),
    feedbacks: total('feedback_sent'),
    rollbacks: total('rollback_triggered'),
    ci_pass_rate: passRate,
    ci_pass_pct: passRate === null ? null : Math.round(passRate * 100),
    queue: { ...waitsOf(queue, sums, now), ...ejectionsOf(sums), ...mergesOf(at) }
  }
}

/** By bucket, how many of the merges have waited so long. */
const waitsIn = (sums: Sums): ReadonlyMap<number, number> =>
  new Map(countsUnder(sums, topic('telemetry', 'waits')).map(([bucket, count]) => [Number(bucket), count]))

/** In seconds, of the merges that the sums are about; null if there were none. */
export const medianWait = (sums: Sums): number | null => waitPercentile(waitsIn(sums), 0.5)

function waitsOf({ depth, oldestAdmittedAt }: QueueState, sums: Sums, now: Date) {
  const waits = waitsIn(sums)
  const waitedMs = oldestAdmittedAt && Math.max(0, now.getTime() - oldestAdmittedAt.getTime())
  return {
    depth,
    oldest_wait_s: waitedMs === null ? null : Math.floor(waitedMs / 1_000),
    p50_wait_s: medianWait(sums),
    p95_wait_s: waitPercentile(waits, 0.95)
  }
}

const ejectionsOf = (sums: Sums) => ({
  ejected: sums.get(counter('telemetry', 'type', 'pr_blocked')) ?? 0,
  ejections_by_reason: Object.fromEntries(countsUnder(sums, topic('telemetry', 'ejected')))
})

function mergesOf(at: Amounts) {
  const isKnown = at(MERGES) > 0 && at(counter('telemetry', 'candidates', 'timed')) > 0
  const minutes = at(counter('telemetry', 'candidates', 'ms')) / MINUTE_MS
  return {
    ci_minutes_per_merge: isKnown ? Math.round((minutes / at(MERGES)) * 100) / 100 : null,
    tested_share: rateOrNull(at(counter('telemetry', 'merges', 'tested')), at(MERGES))
  }
}

/** The words after a topic, with their counts, by name. */
function countsUnder(sums: Sums, about: Parameters<typeof wordsAfter>[0]): [string, number][] {
  return [...sums]
    .flatMap(([measure, count]): [string, number][] => {
      const words = wordsAfter(about, measure)
      return words === undefined || count <= 0 ? [] : [[words, count]]
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

function passRateOf(at: Amounts): number | null {
  return rateOrNull(
    at(SUCCESSES),
    JUDGED.reduce((sum, measure) => sum + at(measure), 0)
  )
}

const averageSeconds = (at: Amounts): number | null =>
  at(TIMED) === 0 ? null : Math.round(at(MS) / at(TIMED) / 1_000)

export const throughputOf = (daily: readonly Tally[], days: readonly string[]): ThroughputDay[] =>
  mapDays(daily, days, (day, at) => ({ day, merges: at(MERGES), avg_duration_s: averageSeconds(at) }))

export const ciHealthOf = (daily: readonly Tally[], days: readonly string[]): CiHealthDay[] =>
  mapDays(daily, days, (day, at) => ({ day, pass_rate: passRateOf(at), total_runs: at(FINISHED) }))
