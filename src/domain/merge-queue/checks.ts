// What the checks on a commit say.
import type { CheckResult } from '../host/merging.js'
import type { CheckVerdict } from './lane/lane.js'

/** `conclusion` of the host that lets a merge pass; every other one stops it. */
export const PASSING = ['success', 'neutral', 'skipped'] as const

/** Names of the service's own checks, which say nothing about the commit. */
export const QUEUE_CHECK = 'service/queue'

export type FailedCheck = Pick<CheckResult, 'name' | 'url'>

/** What the checks say of the tip of a base branch. */
export interface BaseChecks {
  branch: string
  sha: string
  results: readonly CheckResult[]
}

/** What the test reports of a failed run say. Without a word of it, the failure counts. */
export type TestsOfFailure =
  /** They are still to be read. */
  | { is: 'unread' }
  /** Only quarantined tests have failed, and the run is tried once more. */
  | { is: 'retried'; run: RunToRetry }
  /** The same, and it was tried again. */
  | { is: 'excused'; tests: readonly string[] }

export interface RunToRetry {
  runId: number
  attempt: number
  branch: string
}

export interface JudgedCheck extends CheckResult {
  tests?: TestsOfFailure
}

/** A check that counts as passed, because only quarantined tests have failed in it. */
export interface ExcusedCheck {
  name: string
  tests: string[]
}

export interface ExcusedOnCommit extends ExcusedCheck {
  sha: string
}

export interface ChecksState {
  verdict: CheckVerdict
  passed: string[]
  failed: FailedCheck[]
  waitingOn: string[]
  /** Among those that have passed. */
  excused: ExcusedCheck[]
  /** Runs to try once more, which are waited for. */
  retries: RunToRetry[]
}

/**
 * Each required check has to pass. If none is required, at least one has to end, none may fail, and none may still run.
 */
export function judgeChecks(required: readonly string[], results: readonly JudgedCheck[]): ChecksState {
  const known = results.filter(({ name }) => name !== QUEUE_CHECK)
  const awaited = required.length > 0 ? required : [...new Set(known.map(({ name }) => name))]
  const counted = withoutHollowExcuses(known.filter(({ name }) => awaited.includes(name)))
  const resultsOf = (name: string) => counted.filter((result) => result.name === name)
  const inState = (state: CheckVerdict) => awaited.filter((name) => stateOf(resultsOf(name)) === state)
  const [passed, waitingOn] = [inState('passed'), inState('waiting')]
  const failed = inState('failed').map((name) => ({
    name,
    url: resultsOf(name).find(hasFailed)?.url ?? null
  }))
  const isNothingKnown = awaited.length === 0
  const verdict = failed.length > 0 ? 'failed' : waitingOn.length > 0 || isNothingKnown ? 'waiting' : 'passed'
  const judged = awaited.flatMap(resultsOf)
  return {
    verdict,
    passed,
    failed,
    waitingOn: isNothingKnown ? ['any check'] : waitingOn,
    excused: judged.flatMap(({ name, tests }) =>
      tests?.is === 'excused' ? [{ name, tests: [...tests.tests] }] : []
    ),
    retries: judged.flatMap(({ tests }) => (tests?.is === 'retried' ? [tests.run] : []))
  }
}

const WHOLE: ReadonlySet<string | null> = new Set(['success', 'neutral', 'failure', null])

/** Jobs that were cancelled, or skipped because of the failure, have tested nothing: then the failure of their run counts. */
function withoutHollowExcuses(results: readonly JudgedCheck[]): JudgedCheck[] {
  const cut = new Set(results.filter(({ conclusion }) => !WHOLE.has(conclusion)).map(({ run }) => run?.id))
  return results.map((result) => {
    const { tests, ...bare } = result
    return tests?.is === 'excused' && result.run && cut.has(result.run.id) ? bare : result
  })
}

/** Several of one name, of several Apps, all have to pass. */
function stateOf(results: readonly JudgedCheck[]): CheckVerdict {
  if (results.some(hasFailed)) return 'failed'
  return results.length === 0 || results.some(isAwaited) ? 'waiting' : 'passed'
}

/** Whether the conclusion of a check stops a merge, whatever its tests say. */
export const endedBadly = ({ conclusion }: CheckResult): boolean =>
  conclusion !== null && !PASSING.some((word) => word === conclusion)

const hasFailed = (check: JudgedCheck): boolean => endedBadly(check) && check.tests === undefined

const isAwaited = ({ conclusion, tests }: JudgedCheck): boolean =>
  conclusion === null || tests?.is === 'unread' || tests?.is === 'retried'
