// What flaky tests cost: runs that were repeated, and pull requests that waited for them.

export interface RepeatedRun {
  /** How long the repetition took. */
  durationMs: number
  /** Whether a pull request could not be merged meanwhile. */
  isOfPull: boolean
  /** The tests that failed before, and whether they are known to be flaky. */
  failures: readonly { testId: number; isFlaky: boolean }[]
}

export interface FlakyCost {
  repeatedMs: number
  blockedPulls: number
}

/**
 * Each test that made a repetition necessary bears the same share of its time, and held up the pull request. A repetition costs nothing if another test
 * failed as well, because the run would have been red anyway.
 */
export function shareFlakyCost({ durationMs, isOfPull, failures }: RepeatedRun): Map<number, FlakyCost> {
  const tests = new Set(failures.map(({ testId }) => testId))
  if (failures.some(({ isFlaky }) => !isFlaky)) return new Map()
  const share: FlakyCost = {
    repeatedMs: Math.max(0, durationMs) / tests.size,
    blockedPulls: isOfPull ? 1 : 0
  }
  return new Map([...tests].map((testId) => [testId, share]))
}
