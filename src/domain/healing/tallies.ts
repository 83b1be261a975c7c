// What an attempt to heal a run counts for.

import type { HealOutcome } from '#schemas/actions/words.js'
import type { HealPrStatus, HealStrategy } from '#schemas/healing/words.js'
import type { FailureType, HealStatus } from '#schemas/mirror/ci.js'
import { counter } from '../counters/counter.js'
import { ever, ofEach, on, type Tally, when } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    /** Rules and repairs have names of their own. */
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

/** How an attempt to heal a run ended counts on the day on which it was asked for; how its rule fared, for ever. */
export function talliesOfHeal(heal: CountedHeal): Tally[] {
  const { status, strategy, failureType, outcome, prStatus, createdAt } = heal
  const isHealed = status === 'healed'
  const measures = [
    counter('heals', 'all'),
    counter('heals', 'status', status),
    // One that ended before anybody has looked at a log has no type, and the unknown is none of its failures either.
    ...ofEach(failureType, (type) => [
      counter('heals', 'type', type, 'all'),
      ...when(isHealed, counter('heals', 'type', type, 'healed')),
      ...when(prStatus === 'merged', counter('heals', 'type', type, 'merged'))
    ]),
    ...ofEach(prStatus, (pr) => [counter('heals', 'pr', pr)]),
    ...ofEach(outcome, (one) => [counter('heals', 'outcome', one)]),
    ...when(strategy === 'rerun' && outcome === 'verified', counter('heals', 'flakes'))
  ]
  return [
    ...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)]),
    ...trackRecordTallies(heal)
  ]
}

/** What speaks for and against a rule of the diagnosis, and a repair; one that nobody wanted speaks against the repair. */
function trackRecordTallies({ rule, repair, strategy, outcome }: CountedHeal): Tally[] {
  const isPatch = strategy === 'patch_pr'
  const hasFailed = outcome === 'ineffective' || outcome === 'rejected'
  return [
    ...ofEach(rule, (one) => [
      ...when(outcome === 'verified', ever(counter('heals', 'rule', 'healed', one))),
      ...when(outcome === 'ineffective', ever(counter('heals', 'rule', 'failed', one)))
    ]),
    ...ofEach(isPatch ? repair : null, (one) => [
      ...when(outcome === 'verified', ever(counter('heals', 'repair', 'healed', one))),
      ...when(hasFailed, ever(counter('heals', 'repair', 'failed', one)))
    ])
  ]
}
