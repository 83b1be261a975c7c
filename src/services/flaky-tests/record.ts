// Records the results of an attempt, in one transaction with everything that follows from them.
import type { Deps, Tx } from '#deps.js'
import { TallySums } from '#domain/counters/tally.js'
import { testIdOf } from '#domain/flaky-tests/identity.js'
import { talliesOfTest } from '#domain/flaky-tests/tallies.js'
import type { ReportedTest } from '#domain/test-reports/report.js'
import { utcDay } from '#domain/time/day.js'
import { changeTallied } from '#store/counters/tallies.js'
import { addToTestDay } from '#store/flaky-tests/statistics.js'
import { insertResults, lockTestRun, saveTestRun, type TestRunRow } from '#store/flaky-tests/test-runs.js'
import {
  insertTests,
  type KnownTest,
  knownTests,
  type ObservedFields,
  saveObserved
} from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { proposeTestsCheck } from './check.js'
import { chargeRepetition } from './cost.js'
import { moveObserved } from './moves.js'
import { hasFailed, type ObservedTest, observedRun, observeTest } from './observed.js'
import type { ReadResults } from './read-reports.js'

export interface AttemptToRecord extends ReadResults {
  testRunId: number
  config: ResolvedConfig
  repository: KnownRepository
}

export async function recordResults(deps: Deps, tx: Tx, attempt: AttemptToRecord): Promise<void> {
  const { results, repository } = attempt
  const held = await lockRepository(tx, repository.repoId)
  const run = await lockTestRun(tx, attempt.testRunId)
  if (!held?.live || run?.status !== 'pending') return
  const { reports, tests, isInterrupted, isIncomplete, notes } = results
  const observed = await saveTests(tx, run, attempt)
  const unlisted = tests.filter(hasFailed).length - observed.filter(({ test }) => hasFailed(test)).length
  await saveTestRun(tx, run.id, {
    status: reports > 0 ? 'read' : 'without_reports',
    reports,
    tests: tests.length,
    failures: tests.filter(hasFailed).length,
    // What a failed run has not shown may be what failed it, and what is not listed cannot be excused.
    interrupted: isInterrupted || run.interrupted || (isIncomplete && run.hasFailed) || unlisted > 0,
    notes: unlisted > 0 ? [...notes, unlistedNote(unlisted)] : notes,
    readAt: deps.now()
  })
  await addDay(tx, run, tests)
  await chargeRepetition(tx, run, attempt.startedAt)
  await moveObserved(deps, tx, { run, observed, config: attempt.config })
  await proposeTestsCheck(deps, tx, { repoId: run.repoId, headSha: run.headSha })
}

const unlistedNote = (count: number) =>
  `Failed tests that only the fork has, and that are not listed: ${count}.`

export interface SavedTest extends ObservedTest {
  id: number
  test: ReportedTest
  known: KnownTest | undefined
}

/** One statement for each table, however many tests there are. */
async function saveTests(
  tx: Tx,
  run: TestRunRow,
  { results: { tests }, repository }: AttemptToRecord
): Promise<SavedTest[]> {
  const { repoId } = run
  const isOfFork = run.forkId !== null
  const identified = tests.map((test) => ({ test, testId: testIdOf(repoId, test) }))
  const rows = await knownTests(
    tx,
    repoId,
    identified.map(({ testId }) => testId)
  )
  const known = new Map(rows.map((row) => [row.testId, row]))
  const facts = observedRun(run, repository.defaultBranch, tests)
  const observed = identified
    // A fork may make up tests without end.
    .filter(({ testId }) => !isOfFork || known.has(testId))
    .map(({ test, testId }) => {
      const row = known.get(testId)
      return { test, testId, known: row, ...observeTest(row, test, facts) }
    })
  const ids = new Map(rows.map(({ id, testId }) => [testId, id]))
  if (!isOfFork)
    await changeTallied(tx, async (tallied) => {
      const added = observed.filter(({ known: row }) => row === undefined)
      const inserted = await insertTests(
        tallied,
        added.map(({ test: { suite, name, file }, testId, fields }) => ({
          repoId,
          testId,
          suite,
          name,
          file,
          fields
        }))
      )
      for (const { id, testId } of inserted) ids.set(testId, id)
      await saveObserved(
        tallied,
        observed.flatMap(({ known: row, fields }) => (row ? [{ id: row.id, fields }] : []))
      )
      return [{ repoId, tallies: changesOf(observed).all }]
    })
  const saved = observed.map((one) => ({ ...one, id: ids.get(one.testId) ?? 0 }))
  await insertResults(tx, run.id, saved.map(resultOf))
  return saved
}

function changesOf(observed: readonly Pick<SavedTest, 'known' | 'fields'>[]): TallySums {
  const sums = new TallySums()
  for (const { known, fields } of observed) {
    if (known && countsTheSame(known, fields)) continue
    if (known) sums.add(talliesOfTest(known), -1)
    sums.add(talliesOfTest({ status: known?.status ?? 'tracked', ...fields }))
  }
  return sums
}

/** Most tests never fail. */
const countsTheSame = (known: KnownTest, { failCount }: ObservedFields): boolean =>
  known.forgottenAt === null && known.failCount === 0 && failCount === 0

function resultOf({ id, test }: { id: number; test: ReportedTest }) {
  const { status, flaky, durationMs, failure } = test
  return {
    testId: id,
    status,
    flaky,
    durationMs: durationMs === null ? null : Math.min(Math.round(durationMs), LONGEST_MS),
    errorClass: failure?.errorClass ?? null,
    errorMessage: failure?.message ?? null
  }
}

/** What the column holds. */
const LONGEST_MS = 2_147_483_647

async function addDay(tx: Tx, run: TestRunRow, tests: readonly ReportedTest[]): Promise<void> {
  const ran = tests.filter(({ status }) => status !== 'skipped')
  if (ran.length === 0) return
  await addToTestDay(tx, {
    repoId: run.repoId,
    day: utcDay(run.ranAt),
    total: ran.length,
    failures: ran.filter(hasFailed).length
  })
}
