// What the test reports of failed runs say to those who have to decide whether the failures count, such as the merge
// queue. The judgement is the one of the check `service/tests`.
import type { Deps } from '#deps.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import {
  type AttemptOfRun,
  type CommitRef,
  failuresOfCommit,
  latestAttempts,
  MOST_COMMIT_FAILURES
} from '#store/flaky-tests/commits.js'
import { hasQuarantine } from '#store/flaky-tests/tests.js'
import { judgeFailures } from './check.js'

export interface RunWithFailure {
  runId: number
  /** When its failed job ended, by which an attempt is told from a later one. */
  endedAt: Date
}

export type RunTests =
  /** Its reports are still to be read. */
  | { is: 'unread' }
  /** Only quarantined tests failed, and nothing outside of the tests. */
  | { is: 'quarantined'; attempt: number; branch: string; tests: string[] }

/** By run. Of a run that is not in it, any failure counts. */
export async function readTestsOfRuns(
  deps: Deps,
  commit: CommitRef,
  runs: readonly RunWithFailure[]
): Promise<Map<number, RunTests>> {
  const known = new Map<number, RunTests>()
  if (runs.length === 0 || !(await hasQuarantine(deps.db, commit.repoId))) return known
  const ended = new Map(runs.map(({ runId, endedAt }) => [runId, endedAt]))
  for (const attempt of await latestAttempts(deps.db, commit, [...ended.keys()])) {
    const tests = await testsOf(deps, commit, attempt, ended.get(attempt.runId) ?? new Date(0))
    if (tests) known.set(attempt.runId, tests)
  }
  return known
}

/** The clocks of the machines that run jobs may differ from that of the host by so much. */
const CLOCK_MS = 5_000
/** Reports that are not read within this time are waited for no longer. */
const LONGEST_READING_MS = 15 * MINUTE_MS

async function testsOf(
  deps: Deps,
  commit: CommitRef,
  known: AttemptOfRun,
  endedAt: Date
): Promise<RunTests | undefined> {
  const { runId, attempt, branch, isCompleted } = known
  if (!isCompleted) return { is: 'unread' }
  if (isUnread(known, endedAt)) {
    const isLate = deps.now().getTime() > endedAt.getTime() + LONGEST_READING_MS
    return isLate ? undefined : { is: 'unread' }
  }
  if (!mayBeExcused(known)) return undefined
  const { failures } = judgeFailures(await failuresOfCommit(deps.db, commit, runId), deps.now())
  const isWhole = failures.length > 0 && failures.length < MOST_COMMIT_FAILURES
  if (!isWhole || failures.some(({ isExcused }) => !isExcused)) return undefined
  return { is: 'quarantined', attempt, branch, tests: failures.map(nameOf).slice(0, MOST_NAMED) }
}

/** Also if what ended belongs to a later attempt, of which nothing has been heard yet. */
const isUnread = ({ tests }: AttemptOfRun, endedAt: Date): boolean =>
  tests !== null && (tests.status === 'pending' || endedAt.getTime() > tests.ranAt.getTime() + CLOCK_MS)

const mayBeExcused = ({ tests }: AttemptOfRun): boolean =>
  tests?.status === 'read' && tests.hasFailed && tests.failures > 0 && !tests.interrupted

const MOST_NAMED = 20

const nameOf = ({ suite, name }: { suite: string; name: string }) =>
  suite === '' ? name : `${suite} ${name}`
