// How tests count in the statistics.
import { type FlakyStatus, HIGH_FLAKINESS } from '#schemas/flaky-tests/enums.js'
import { counter } from '../counters/counter.js'
import { ever, type Tally, when } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    flaky: ['flaky', FlakyStatus | 'failing' | 'high' | 'score']
  }
}

export interface CountedTest {
  status: FlakyStatus
  runCount: number
  failCount: number
  forgottenAt: Date | null
}

/** Scores are added up in thousandths. */
export const SCORE_UNIT = 1_000

export function talliesOfTest({ status, runCount, failCount, forgottenAt }: CountedTest): Tally[] {
  if (forgottenAt !== null) return []
  const own = ever(counter('flaky', status))
  if (failCount === 0 || status === 'graduated' || status === 'dismissed') return [own]
  const score = failCount / runCount
  return [
    own,
    ever(counter('flaky', 'failing')),
    ...when(score >= HIGH_FLAKINESS, ever(counter('flaky', 'high'))),
    { ...ever(counter('flaky', 'score')), amount: Math.round(score * SCORE_UNIT) }
  ]
}
