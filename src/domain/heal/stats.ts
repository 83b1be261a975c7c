// Statistics of healing, read off its sums.
import { FAILURE_TYPES } from '../../../schemas/ci.js'
import type { HealStats } from '../../../schemas/heal.js'
import type { Sums, Tally } from '../../../schemas/mirror.js'
import { eachDay, rateOf } from '../statistics.js'

const [ASKED, HEALED] = ['heals.all', 'heals.status.healed'] as const
export const HEAL_TREND_MEASURES = [ASKED, HEALED]

export interface HealSums {
  sums: Sums
  reposHealed: number
  /** By day, from the first that the trend shows. */
  daily: readonly Tally[]
  trendDays: readonly string[]
}

export function healStatsOf({ sums, reposHealed, daily, trendDays }: HealSums): HealStats {
  const at = (measure: string) => sums.get(`heals.${measure}`) ?? 0
  const [healed, failed, skipped] = [at('status.healed'), at('status.failed'), at('status.skipped')]
  const total = healed + failed + skipped
  const byType = typesIn(at)
  const outcomes = outcomesIn(at)
  return {
    total,
    healed,
    failed,
    skipped,
    success_rate: rateOf(healed, total) ?? 0,
    pending: at('status.pending'),
    attempted: at('status.attempted'),
    prs: { open: at('pr.open'), merged: at('pr.merged'), closed: at('pr.closed') },
    by_type: byType,
    repos_healed: reposHealed,
    most_common_failure: byType[0]?.failure_type ?? null,
    outcomes,
    verified_rate:
      rateOf(outcomes.verified, outcomes.verified + outcomes.ineffective + outcomes.rejected) ?? 0,
    flakes: at('flakes'),
    trend: eachDay(daily, trendDays, (day, on) => ({ day, attempts: on(ASKED), healed: on(HEALED) }))
  }
}

function outcomesIn(at: (measure: string) => number): HealStats['outcomes'] {
  const [pending, verified] = [at('outcome.pending'), at('outcome.verified')]
  const [ineffective, unknown, rejected] = [
    at('outcome.ineffective'),
    at('outcome.unknown'),
    at('outcome.rejected')
  ]
  return { pending, verified, ineffective, unknown, rejected }
}

function typesIn(at: (measure: string) => number): HealStats['by_type'] {
  return FAILURE_TYPES.map((type) => ({
    failure_type: type,
    count: at(`type.${type}.all`),
    healed: at(`type.${type}.healed`),
    merged: at(`type.${type}.merged`)
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
