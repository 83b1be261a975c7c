// How reliable and how quick the simulated world is.

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS

/** From, to. */
export type Span = readonly [number, number]

export interface Weather {
  /** Probabilities. `flaky`: green changes that test red. */
  flaky: number
  /** Checks that never answer. */
  unanswered: number
  buildFailure: number
  /** Landings refused for a passing reason, and for good. */
  refusal: number
  rejection: number
  /** Landings that are known long after they happened. */
  lateLanding: number
  /** Landings of which the first that is told, or all, is that the pull request is merged. */
  mergedInstead: number
  /** News that never arrive, and news that arrive twice. */
  lost: number
  doubled: number
  /** Readings of the base that are delivered long after they began. */
  lateReading: number
  build: Span
  test: Span
  landing: Span
  notice: Span
}

export const CALM: Weather = {
  flaky: 0,
  unanswered: 0,
  buildFailure: 0,
  refusal: 0,
  rejection: 0,
  lateLanding: 0,
  mergedInstead: 0,
  lost: 0,
  doubled: 0,
  lateReading: 0,
  build: [2 * SECOND_MS, 20 * SECOND_MS],
  test: [5 * MINUTE_MS, 25 * MINUTE_MS],
  landing: [SECOND_MS, 5 * SECOND_MS],
  notice: [100, 20 * SECOND_MS]
}

export const STORM: Weather = {
  ...CALM,
  flaky: 0.05,
  unanswered: 0.03,
  buildFailure: 0.05,
  refusal: 0.05,
  rejection: 0.02,
  lateLanding: 0.15,
  mergedInstead: 0.04,
  lost: 0.1,
  doubled: 0.1,
  lateReading: 0.3,
  notice: [100, 5 * MINUTE_MS]
}

/** Nothing that was under way before takes longer than this. */
export const LONGEST_DELAY_MS = 10 * MINUTE_MS
