// What flaky tests cost: runs that were repeated, and pull requests that waited for them.

export interface RepeatedRun {
  /** How long the repetition took. */
  durationMs: number
  /** Whether a pull request could not be merged meanwhile. */
  isOfPull: boolean
  /** The tests that failed before and pass now, although the code is the same. */
  testIds: readonly number[]
}

export interface FlakyCost {
  repeatedMs: number
  blockedPulls: number
}

/** Each test that made a repetition necessary bears the same share of its time, and held up the pull request. */
export function shareFlakyCost({ durationMs, isOfPull, testIds }: RepeatedRun): Map<number, FlakyCost> {
  const tests = new Set(testIds)
  const share: FlakyCost = {
    repeatedMs: Math.max(0, durationMs) / tests.size,
    blockedPulls: isOfPull ? 1 : 0
  }
  return new Map([...tests].map((testId) => [testId, share]))
}
