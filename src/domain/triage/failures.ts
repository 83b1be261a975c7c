// Counters of triage jobs that were given up.

import type { FailureState } from '#schemas/triage/enums.js'
import { counter } from '../counters/counter.js'
import { EVER, type Tally } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    triageFailures: ['triage', 'failures', FailureState]
  }
}

export function talliesOfFailure(state: FailureState): Tally[] {
  return [{ measure: counter('triage', 'failures', state), day: EVER, amount: 1 }]
}

/** Moves failures from one state to another. */
export function talliesOfChange(from: FailureState, to: FailureState, count: number): Tally[] {
  const times = (tallies: Tally[], amount: number) => tallies.map((tally) => ({ ...tally, amount }))
  return [...times(talliesOfFailure(from), -count), ...times(talliesOfFailure(to), count)]
}
