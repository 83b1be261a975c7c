// What a run says of its tests.
import type { FailureText } from './signature.js'

export interface TestOutcome {
  commitSha: string
  /** Where it ran, such as the workflow and the job: only outcomes of one configuration are compared. */
  configuration: string
  runId: number
  attempt: number
  ranAt: Date
  isOnDefaultBranch: boolean
  /** `flaky`: failed, and then passed when the run itself tried again. */
  status: 'passed' | 'failed' | 'flaky' | 'skipped'
  failure: FailureText | null
  /** So much failed in this attempt that the surroundings are to blame, or a change that broke everything. */
  isMassFailure: boolean
}

const MASS_SHARE = 0.3
/** In a small suite, a few failures are a large share. */
const FEWEST_MASS_FAILURES = 5

/** Whether the failures of an attempt say nothing about the single test; asked once for all of its results. */
export function isMassFailure(results: readonly Pick<TestOutcome, 'status'>[]): boolean {
  const ran = results.filter(({ status }) => status !== 'skipped')
  const failures = ran.filter(({ status }) => status !== 'passed').length
  return failures >= FEWEST_MASS_FAILURES && failures > MASS_SHARE * ran.length
}
