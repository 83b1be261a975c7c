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

export interface ChecksState {
  verdict: CheckVerdict
  passed: string[]
  failed: FailedCheck[]
  waitingOn: string[]
}

/**
 * Each required check has to pass. If none is required, at least one has to end, none may fail, and none may still run.
 */
export function judgeChecks(required: readonly string[], results: readonly CheckResult[]): ChecksState {
  const known = results.filter(({ name }) => name !== QUEUE_CHECK)
  const awaited = required.length > 0 ? required : [...new Set(known.map(({ name }) => name))]
  const resultsOf = (name: string) => known.filter((result) => result.name === name)
  const inState = (state: CheckVerdict) => awaited.filter((name) => stateOf(resultsOf(name)) === state)
  const [passed, waitingOn] = [inState('passed'), inState('waiting')]
  const failed = inState('failed').map((name) => ({
    name,
    url: resultsOf(name).find(hasFailed)?.url ?? null
  }))
  const isNothingKnown = awaited.length === 0
  const verdict = failed.length > 0 ? 'failed' : waitingOn.length > 0 || isNothingKnown ? 'waiting' : 'passed'
  return { verdict, passed, failed, waitingOn: isNothingKnown ? ['any check'] : waitingOn }
}

/** Several of one name, of several Apps, all have to pass. */
function stateOf(results: readonly CheckResult[]): CheckVerdict {
  if (results.some(hasFailed)) return 'failed'
  return results.length === 0 || results.some(({ conclusion }) => conclusion === null) ? 'waiting' : 'passed'
}

const hasFailed = ({ conclusion }: CheckResult): boolean =>
  conclusion !== null && !PASSING.some((word) => word === conclusion)
