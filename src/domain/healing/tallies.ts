// What an attempt to heal a run adds to the counters.

import type { HealOutcome } from '#schemas/actions/enums.js'
import type { HealPrStatus, HealStrategy } from '#schemas/healing/enums.js'
import type { FailureType, HealStatus } from '#schemas/mirror/ci.js'
import { counter } from '../counters/counter.js'
import { ever, ofEach, on, type Tally, when } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    /** Rules and repairs are counted by name. */
    healing:
      | ['heals', 'all' | 'flakes']
      | ['heals', 'status', HealStatus]
      | ['heals', 'pr', HealPrStatus]
      | ['heals', 'outcome', HealOutcome]
      | ['heals', 'type', FailureType, 'all' | 'healed' | 'merged']
      | ['heals', 'rule' | 'repair', 'healed' | 'failed', string]
  }
}

export interface CountedHeal {
  status: HealStatus
  strategy: HealStrategy | null
  repair: string | null
  failureType: FailureType | null
  rule: string | null
  outcome: HealOutcome | null
  prStatus: HealPrStatus | null
  createdAt: Date
}

/** Counts an attempt on the day of its request, and the results of its rule in total. */
export function talliesOfHeal(heal: CountedHeal): Tally[] {
  const { status, strategy, failureType, outcome, prStatus, createdAt } = heal
  const isHealed = status === 'healed'
  const measures = [
    counter('heals', 'all'),
    counter('heals', 'status', status),
    // An attempt that ended before its diagnosis has no failure type.
    ...ofEach(failureType, (type) => [
      counter('heals', 'type', type, 'all'),
      ...when(isHealed, counter('heals', 'type', type, 'healed')),
      ...when(prStatus === 'merged', counter('heals', 'type', type, 'merged'))
    ]),
    ...ofEach(prStatus, (pr) => [counter('heals', 'pr', pr)]),
    ...ofEach(outcome, (ended) => [counter('heals', 'outcome', ended)]),
    ...when(strategy === 'rerun' && outcome === 'verified', counter('heals', 'flakes'))
  ]
  return [
    ...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)]),
    ...trackRecordTallies(heal)
  ]
}

/** Successes and failures of a rule and a repair. A rejected pull request counts against the repair, not the rule. */
function trackRecordTallies({ rule, repair, strategy, outcome }: CountedHeal): Tally[] {
  const isPatch = strategy === 'patch_pr'
  const hasFailed = outcome === 'ineffective' || outcome === 'rejected'
  return [
    ...ofEach(rule, (name) => [
      ...when(outcome === 'verified', ever(counter('heals', 'rule', 'healed', name))),
      ...when(outcome === 'ineffective', ever(counter('heals', 'rule', 'failed', name)))
    ]),
    ...ofEach(isPatch ? repair : null, (name) => [
      ...when(outcome === 'verified', ever(counter('heals', 'repair', 'healed', name))),
      ...when(hasFailed, ever(counter('heals', 'repair', 'failed', name)))
    ])
  ]
}
