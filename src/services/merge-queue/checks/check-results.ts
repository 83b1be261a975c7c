// Reads the checks of a commit, and what is known of the tests that failed in them.
import type { Deps } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import { endedBadly, type JudgedCheck, type TestsOfFailure } from '#domain/merge-queue/checks.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { lastAttemptOfEffect } from '#store/actions/marks.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { type RunTests, readTestsOfRuns } from '../../flaky-tests/failed-runs.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'
import { rerunEffectOf } from './reruns.js'

interface ChecksOfCommit {
  sha: string
  /** The checks that must pass, of each who asks. */
  required: readonly (readonly string[])[]
}

export async function readCheckResults(
  deps: Deps,
  repository: KnownRepository,
  question: ChecksOfCommit
): Promise<JudgedCheck[]> {
  const results = await deps.host.checkResults(repositoryAccessOf(repository), question)
  const failed = results.flatMap((one) => (endedBadly(one) && one.run ? [one.run] : []))
  const { repoId } = repository
  const known = await readTestsOfRuns(
    deps,
    { repoId, headSha: question.sha },
    failed.map(({ id: runId, endedAt }) => ({ runId, endedAt }))
  )
  const judged = new Map<number, TestsOfFailure>()
  for (const [runId, tests] of known) judged.set(runId, await judgeTests(deps, repoId, { ...tests, runId }))
  return results.map((result) => {
    const tests = endedBadly(result) && result.run ? judged.get(result.run.id) : undefined
    return tests ? { ...result, tests } : result
  })
}

/** It is tried once more: a pass is worth more than an excuse. */
async function judgeTests(
  deps: Deps,
  repoId: number,
  known: RunTests & { runId: number }
): Promise<TestsOfFailure> {
  if (known.is === 'unread') return { is: 'unread' }
  const { runId, attempt, branch, tests } = known
  const run = { runId, attempt, branch }
  return attempt > 1 || (await isRerunOver(deps, repoId, run))
    ? { is: 'excused', tests }
    : { is: 'retried', run }
}

/** The host begins the next attempt sooner. */
const LONGEST_START_MS = 10 * MINUTE_MS

/** Whether no other attempt is to be expected: it could not be asked for, or did not come. */
async function isRerunOver(
  { db, now }: Deps,
  repoId: number,
  run: Parameters<typeof rerunEffectOf>[0]
): Promise<boolean> {
  const { actionKey, target } = rerunEffectOf(run)
  const rerun = await lastAttemptOfEffect(db, { repoId, actionKey, target: targetLabel(target) })
  if (!rerun?.resolvedAt) return false
  const hasBegun = rerun.status === 'succeeded' || rerun.status === 'reconciled'
  return !hasBegun || now().getTime() > rerun.resolvedAt.getTime() + LONGEST_START_MS
}
