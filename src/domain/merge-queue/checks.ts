// What the checks on a commit say.
import type { CheckResult } from '../host/merging.js'
import type { CheckVerdict } from './lane.js'

/** `conclusion` of the host that lets a merge pass; every other one stops it. */
const PASSING: readonly string[] = ['success', 'neutral', 'skipped']

/** Names of the service's own checks, which say nothing about the commit. */
export const QUEUE_CHECK = 'service/queue'

export interface ChecksState {
  verdict: CheckVerdict
  passed: string[]
  failed: string[]
  waitingOn: string[]
}

/**
 * Each required check has to pass. If none is required, at least one has to end, none may fail, and none may still run.
 */
export function judgeChecks(required: readonly string[], results: readonly CheckResult[]): ChecksState {
  const known = results.filter(({ name }) => name !== QUEUE_CHECK)
  const awaited = required.length > 0 ? required : [...new Set(known.map(({ name }) => name))]
  const named = (state: 'passed' | 'failed' | 'waiting') =>
    awaited.filter((name) => stateOf(known.filter((result) => result.name === name)) === state)
  const [passed, failed, waitingOn] = [named('passed'), named('failed'), named('waiting')]
  const isNothingKnown = awaited.length === 0
  const verdict = failed.length > 0 ? 'failed' : waitingOn.length > 0 || isNothingKnown ? 'waiting' : 'passed'
  return { verdict, passed, failed, waitingOn: isNothingKnown ? ['any check'] : waitingOn }
}

/** Several of one name, of several Apps, all have to pass. */
function stateOf(results: readonly CheckResult[]): 'passed' | 'failed' | 'waiting' {
  const conclusions = results.map(({ conclusion }) => conclusion)
  if (conclusions.some((one) => one !== null && !PASSING.includes(one))) return 'failed'
  return results.length === 0 || conclusions.includes(null) ? 'waiting' : 'passed'
}
