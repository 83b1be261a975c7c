// The check `service/tests`: whether any test failed on a commit that is not quarantined.
import type { Deps, Tx } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import {
  type BrokenWorkflow,
  TESTS_CHECK,
  type TestedCommit,
  testsCheck,
  unjudgedCheck
} from '#domain/flaky-tests/check-text.js'
import { excuseFailure } from '#domain/flaky-tests/quarantine.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import {
  type CommitFailure,
  type CommitRef,
  type CommitRun,
  failuresOfCommit,
  isStillTested,
  runsOfCommit
} from '#store/flaky-tests/commits.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { upsertEffect } from '../actions/upsert-effect.js'
import { historyOf } from './observed.js'

/** The source of all actions about flaky tests. */
export const FLAKY_TESTS = 'flaky_tests'
/** What is reported within these seconds is shown once. */
const SETTLING_SECONDS = 5

/** Nothing is said of a commit of which no workflow writes reports. */
export async function proposeTestsCheck(deps: Deps, tx: Tx, commit: CommitRef): Promise<void> {
  const runs = await runsOfCommit(tx, commit)
  if (runs.length === 0) return
  const since = new Date(deps.now().getTime() - DAY_MS)
  const isPending =
    runs.some(({ status }) => status === 'pending') || (await isStillTested(tx, commit, since))
  const failures = await failuresOfCommit(tx, commit)
  const text = testsCheck({ ...judgeFailures(failures, deps.now()), ...totalsOf(runs), isPending })
  await upsertEffect(deps, tx, {
    ...checkEffectOf(commit),
    pillar: 'trust',
    source: FLAKY_TESTS,
    actionType: 'create-check',
    arguments: { name: TESTS_CHECK, head_sha: commit.headSha, ...text },
    replaced: 'A later result for this commit replaced it.',
    settlingSeconds: SETTLING_SECONDS
  })
  for (const tell of deps.registry.testedCommits) await tell(deps, tx, commit)
}

/** What nobody judges any more must not wait for ever. A check that has failed stays as it is. */
export async function endPendingCheck(deps: Deps, tx: Tx, commit: CommitRef, reason: string): Promise<void> {
  const effect = checkEffectOf(commit)
  const last = await lastActionOfEffect(tx, { ...effect, target: targetLabel(effect.target) })
  // Cast at the database boundary: the service wrote these arguments.
  if (!last || (JSON.parse(last.arguments) as ArgumentsOf<'create-check'>).conclusion !== null) return
  await upsertEffect(deps, tx, {
    ...effect,
    pillar: null,
    source: FLAKY_TESTS,
    actionType: 'create-check',
    arguments: { name: TESTS_CHECK, head_sha: commit.headSha, ...unjudgedCheck(reason) },
    replaced: 'The tests of this commit are judged no longer.'
  })
}

const checkEffectOf = ({ repoId, headSha }: CommitRef) => ({
  repoId,
  actionKey: `check:${TESTS_CHECK}:${headSha}`,
  target: { type: 'repo' as const }
})

/** Asks for the checks of these commits anew. */
export async function requestTestsChecks(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  commits: readonly CommitRef[]
): Promise<void> {
  const bySha = new Map(commits.map(({ repoId, headSha }) => [`${repoId}:${headSha}`, { repoId, headSha }]))
  const jobs = [...bySha].map(([singletonKey, { repoId, headSha }]) => ({
    payload: { repo_id: repoId, head_sha: headSha },
    singletonKey
  }))
  if (jobs.length > 0) await queue.enqueue(tx, 'flaky-tests.check', jobs)
}

/** Posts the check of a commit of which a run has ended without a word on its tests, or a test has moved. */
export async function refreshTestsCheck(deps: Deps, commit: CommitRef): Promise<void> {
  await deps.transaction(async (tx) => {
    const held = await lockRepository(tx, commit.repoId)
    if (held?.live) await proposeTestsCheck(deps, tx, commit)
  })
}

export function judgeFailures(failures: readonly CommitFailure[], now: Date): Pick<TestedCommit, 'failures'> {
  return {
    failures: failures.map((failure) => {
      const { suite, name, errorClass, errorMessage: message, issueNumber } = failure
      const { knownSignatures } = judgeTest(historyOf(failure))
      const { isExcused, isKnown } = excuseFailure(failure, knownSignatures, { errorClass, message }, now)
      return { suite, name, isExcused, isKnown, message, issueNumber }
    })
  }
}

function totalsOf(runs: readonly CommitRun[]): Pick<TestedCommit, 'tests' | 'runs' | 'brokenWorkflows'> {
  const broken = new Map<string, BrokenWorkflow>()
  for (const { workflowName: name, status, hasFailed, failures, interrupted: isInterrupted } of runs)
    if (status !== 'pending' && (isInterrupted || (hasFailed && failures === 0)))
      broken.set(name, { name, isInterrupted: isInterrupted || broken.get(name)?.isInterrupted === true })
  return {
    tests: runs.reduce((sum, { tests }) => sum + tests, 0),
    runs: runs.filter(({ tests }) => tests > 0).length,
    brokenWorkflows: [...broken.values()].slice(0, MOST_WORKFLOWS)
  }
}

const MOST_WORKFLOWS = 20
