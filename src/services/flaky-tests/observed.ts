// What a run changes of the tests that it has run.

import { emptyHistory, observeOutcomes, type TestHistory } from '#domain/flaky-tests/history.js'
import { isMassFailure, type TestOutcome } from '#domain/flaky-tests/outcomes.js'
import { type PackedHistory, packHistory, unpackHistory } from '#domain/flaky-tests/packed-history.js'
import { judgeTest, type TestVerdict } from '#domain/flaky-tests/verdict.js'
import type { ReportedTest } from '#domain/test-reports/report.js'
import type { Json } from '#schemas/common.js'
import type { TestRunRow } from '#store/flaky-tests/test-runs.js'
import type { FlakyTestRow, KnownTest, ObservedFields } from '#store/flaky-tests/tests.js'

export interface ObservedRun {
  run: TestRunRow
  isOnDefaultBranch: boolean
  isMassFailure: boolean
}

export const observedRun = (
  run: TestRunRow,
  defaultBranch: string | null,
  tests: readonly ReportedTest[]
): ObservedRun => ({
  run,
  isOnDefaultBranch: run.branch === defaultBranch && run.forkId === null,
  isMassFailure: isMassFailure(tests.map((test) => ({ status: outcomeOf(test) })))
})

const FAILED: readonly string[] = ['failed', 'errored']

export const hasFailed = ({ status }: Pick<ReportedTest, 'status'>): boolean => FAILED.includes(status)

const outcomeOf = ({ status, flaky }: ReportedTest): TestOutcome['status'] =>
  status === 'skipped' ? 'skipped' : status !== 'passed' ? 'failed' : flaky ? 'flaky' : 'passed'

export interface ObservedTest {
  fields: ObservedFields
  history: TestHistory
  verdict: TestVerdict
}

/** A fork can say what it likes, so that its results are stored and prove nothing. */
export function observeTest(
  known: KnownTest | undefined,
  test: ReportedTest,
  observed: ObservedRun
): ObservedTest {
  const { run } = observed
  const before = known ? historyOf(known) : emptyHistory()
  const isOwn = run.forkId === null
  const history = isOwn ? observeOutcomes(before, [outcomeIn(test, observed)]) : before
  const verdict = judgeTest(history)
  const failsNow = isOwn && hasFailed(test) && !isOlder(run, known?.lastFailedAt)
  return {
    history,
    verdict,
    fields: {
      ...judgedFields(history, verdict),
      ...(failsNow ? failureNow(run, test) : failureBefore(known)),
      lastSeenAt: known && isOlder(run, known.lastSeenAt) ? known.lastSeenAt : run.ranAt,
      forgottenAt: null,
      live: run.live
    }
  }
}

type LastFailure = Pick<ObservedFields, 'lastErrorClass' | 'lastErrorMessage' | 'lastFailedAt'>

const failureNow = ({ ranAt }: TestRunRow, { failure }: ReportedTest): LastFailure => ({
  lastErrorClass: failure?.errorClass ?? null,
  lastErrorMessage: failure?.message ?? null,
  lastFailedAt: ranAt
})

const NO_FAILURE: LastFailure = { lastErrorClass: null, lastErrorMessage: null, lastFailedAt: null }

const failureBefore = (known: KnownTest | undefined): LastFailure => {
  const { lastErrorClass, lastErrorMessage, lastFailedAt } = known ?? NO_FAILURE
  return { lastErrorClass, lastErrorMessage, lastFailedAt }
}

const isOlder = ({ ranAt }: TestRunRow, than: Date | null | undefined): boolean =>
  than !== null && than !== undefined && ranAt < than

// Cast at the database boundary: the column holds what `packHistory` made.
export const historyOf = ({ history }: Pick<FlakyTestRow, 'history'>): TestHistory =>
  unpackHistory(history as unknown as PackedHistory)

export function storedHistory(history: TestHistory): Json {
  // Cast: a packed history is JSON.
  return packHistory(history) as unknown as Json
}

/** What follows from a history alone. */
export function judgedFields(history: TestHistory, verdict: TestVerdict) {
  const { standing, reasons, runCount, passCount, failCount, flipCount, sameCommitFlips } = verdict
  const { failureRate, firstBadCommit } = verdict
  return {
    standing,
    history: storedHistory(history),
    reasons,
    failureRate: runCount === 0 ? null : { ...failureRate },
    runCount,
    passCount,
    failCount,
    flipCount,
    sameCommitFlips,
    firstBadCommit
  }
}

function outcomeIn(
  test: ReportedTest,
  { run, isOnDefaultBranch, isMassFailure: isMass }: ObservedRun
): TestOutcome {
  return {
    commitSha: run.headSha,
    configuration: run.workflowName,
    runId: run.runId,
    attempt: run.attempt,
    ranAt: run.ranAt,
    isOnDefaultBranch,
    status: outcomeOf(test),
    failure: test.failure,
    isMassFailure: isMass
  }
}
