// Statistics of healing from the stored counters.

import type { HealStats } from '#schemas/healing/heal.js'
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import { counter, type Measure } from '../counters/counter.js'
import type { Sums, Tally } from '../counters/tally.js'
import { mapDays, rateOrNull } from '../mirror/statistics.js'

const [ASKED, HEALED] = [counter('heals', 'all'), counter('heals', 'status', 'healed')]
export const HEAL_TREND_MEASURES = [ASKED, HEALED]

export interface HealSums {
  sums: Sums
  reposHealed: number
  /** Daily counters from the first day of the trend. */
  daily: readonly Tally[]
  trendDays: readonly string[]
}

export function healStatsOf({ sums, reposHealed, daily, trendDays }: HealSums): HealStats {
  const at = (measure: Measure) => sums.get(measure) ?? 0
  const [healed, failed, skipped] = [
    at(counter('heals', 'status', 'healed')),
    at(counter('heals', 'status', 'failed')),
    at(counter('heals', 'status', 'skipped'))
  ]
  const total = healed + failed + skipped
  const byType = typesIn(at)
  const outcomes = outcomesIn(at)
  return {
    total,
    healed,
    failed,
    skipped,
    success_rate: rateOrNull(healed, total),
    pending: at(counter('heals', 'status', 'pending')),
    attempted: at(counter('heals', 'status', 'attempted')),
    prs: {
      open: at(counter('heals', 'pr', 'open')),
      merged: at(counter('heals', 'pr', 'merged')),
      closed: at(counter('heals', 'pr', 'closed'))
    },
    by_type: byType,
    repos_healed: reposHealed,
    most_common_failure: byType[0]?.failure_type ?? null,
    outcomes,
    verified_rate: rateOrNull(
      outcomes.verified,
      outcomes.verified + outcomes.ineffective + outcomes.rejected
    ),
    flakes: at(counter('heals', 'flakes')),
    trend: mapDays(daily, trendDays, (day, on) => ({ day, attempts: on(ASKED), healed: on(HEALED) }))
  }
}

function outcomesIn(at: (measure: Measure) => number): HealStats['outcomes'] {
  const [pending, verified] = [
    at(counter('heals', 'outcome', 'pending')),
    at(counter('heals', 'outcome', 'verified'))
  ]
  const [ineffective, unknown, rejected] = [
    at(counter('heals', 'outcome', 'ineffective')),
    at(counter('heals', 'outcome', 'unknown')),
    at(counter('heals', 'outcome', 'rejected'))
  ]
  return { pending, verified, ineffective, unknown, rejected }
}

function typesIn(at: (measure: Measure) => number): HealStats['by_type'] {
  return FAILURE_TYPES.map((type) => ({
    failure_type: type,
    count: at(counter('heals', 'type', type, 'all')),
    healed: at(counter('heals', 'type', type, 'healed')),
    merged: at(counter('heals', 'type', type, 'merged'))
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
