// What the reports of all runs of a commit say together.
import { and, desc, eq, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type Db, momentOf, precompiled, rowsOf, type Tx } from '../sql/database.js'
import { type FlakyTestRow, testsById } from './tests.js'

export interface CommitRef {
  repoId: number
  headSha: string
}

/** More are not read: so much red needs no list. */
export const MOST_COMMIT_FAILURES = 5_000

export interface CommitFailure
  extends Pick<FlakyTestRow, 'id' | 'suite' | 'name' | 'status' | 'issueNumber' | 'history'> {
  expiresAt: Date | null
  errorClass: string | null
  errorMessage: string | null
}

const runs = alias(testRuns, 'runs')
const result = alias(testResults, 'result')
const last = alias(testResults, 'last')
const FAILED = precompiled(sql`('failed', 'errored')`)

/** Of any run of the commit, each by the last attempt that ran it. */
const RESULTS =
  precompiled(sql`select distinct on (${runs.runId}, ${result.testId}) ${result.testId}, ${result.status},
    ${result.errorClass}, ${result.errorMessage}
  from runs join ${testResults} result on ${result.testRunId} = ${runs.id}
  where ${result.testId} in (
    select ${last.testId} from runs join ${testResults} last on ${last.testRunId} = ${runs.id}
    where ${last.status} in ${FAILED}
  )
  order by ${runs.runId}, ${result.testId}, ${runs.attempt} desc`)

/** Tests that failed in the last attempt that ran them, of any run of the commit, or of this one. */
export async function failuresOfCommit(
  db: Db | Tx,
  { repoId, headSha }: CommitRef,
  runId?: number
): Promise<CommitFailure[]> {
  const ofRun = runId === undefined ? sql`` : sql`and ${testRuns.runId} = ${runId}`
  const failures = await rowsOf<{ id: number; errorClass: string | null; errorMessage: string | null }>(
    db,
    sql`with runs as materialized (
        select ${testRuns.id}, ${testRuns.runId}, ${testRuns.attempt} from ${testRuns}
        where ${testRuns.repoId} = ${repoId} and ${testRuns.headSha} = ${headSha} and ${testRuns.status} = 'read'
          ${ofRun}
      ),
      last as (${RESULTS})
      select distinct on (${last.testId}) ${last.testId}::float8 as id, ${last.errorClass} as "errorClass",
        ${last.errorMessage} as "errorMessage"
      from last where ${last.status} in ${FAILED} order by ${last.testId} limit ${MOST_COMMIT_FAILURES}`
  )
  const tests = await testsById(
    db,
    failures.map(({ id }) => id)
  )
  return failures.flatMap(({ id, ...failure }) => {
    const test = tests.get(id)
    return test ? [{ ...test, expiresAt: test.quarantineExpiresAt, ...failure }] : []
  })
}

export interface CommitRun {
  workflowName: string
  status: (typeof testRuns.$inferSelect)['status']
  hasFailed: boolean
  tests: number
  failures: number
  interrupted: boolean
}

/** The last attempt of each run of the commit, of workflows that have ever written a report. */
export async function runsOfCommit(tx: Tx, { repoId, headSha }: CommitRef): Promise<CommitRun[]> {
  const { workflowName, status, hasFailed, tests, failures, interrupted } = testRuns
  return tx
    .selectDistinctOn([testRuns.runId], { workflowName, status, hasFailed, tests, failures, interrupted })
    .from(testRuns)
    .where(
      and(
        eq(testRuns.repoId, repoId),
        eq(testRuns.headSha, headSha),
        writesReports(repoId, testRuns.workflowName)
      )
    )
    .orderBy(testRuns.runId, sql`${testRuns.attempt} desc`)
}

const other = alias(testRuns, 'other')

const writesReports = (repoId: number, workflowName: SQLWrapper) => sql`exists (
  select from ${testRuns} other where ${other.repoId} = ${repoId} and ${other.reports} > 0
    and ${other.workflowName} = ${workflowName})`

/** Whether a workflow that writes reports still runs on the commit. */
export async function isStillTested(
  db: Db | Tx,
  { repoId, headSha }: CommitRef,
  since: Date
): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    sql`select 1 from ${ciRuns} where ${ciRuns.repoId} = ${repoId} and ${ciRuns.createdAt} > ${momentOf(since)}
      and ${ciRuns.headSha} = ${headSha} and ${ciRuns.status} <> 'completed' and ${ciRuns.goneAt} is null
      and exists (select from ${testRuns} where ${testRuns.repoId} = ${repoId} and ${testRuns.reports} > 0
        and ${testRuns.workflowName} = ${ciRuns.workflowName}) limit 1`
  )
  return row !== undefined
}

/** More runs of a repository are not looked through for the failures of one test. */
const MOST_LOOKED_THROUGH = 500

/** Heads of open pull requests on which a test has failed. */
export async function openHeadsWithFailure(
  tx: Tx,
  { repoId, id }: { repoId: number; id: number }
): Promise<string[]> {
  const recent = tx
    .select({ id: testRuns.id, headSha: testRuns.headSha })
    .from(testRuns)
    .where(eq(testRuns.repoId, repoId))
    .orderBy(desc(testRuns.createdAt), desc(testRuns.id))
    .limit(MOST_LOOKED_THROUGH)
    .as('recent')
  const rows = await tx
    .selectDistinct({ headSha: recent.headSha })
    .from(recent)
    .innerJoin(testResults, and(eq(testResults.testRunId, recent.id), eq(testResults.testId, id)))
    .innerJoin(pullRequests, and(eq(pullRequests.repoId, repoId), eq(pullRequests.headSha, recent.headSha)))
    .where(and(inArray(testResults.status, ['failed', 'errored']), eq(pullRequests.state, 'open')))
  return rows.map(({ headSha }) => headSha)
}

export interface AttemptOfRun {
  runId: number
  attempt: number
  branch: string
  isCompleted: boolean
  /** Null if no reports of this attempt are read. */
  tests: Pick<
    typeof testRuns.$inferSelect,
    'status' | 'hasFailed' | 'failures' | 'interrupted' | 'ranAt'
  > | null
}

/** The latest attempts of these runs of a commit, of workflows that have ever written a report. */
export async function latestAttempts(
  db: Db,
  { repoId, headSha }: CommitRef,
  runIds: readonly number[]
): Promise<AttemptOfRun[]> {
  const { hostRunId, attempt, branch } = ciRuns
  const { status, hasFailed, failures, interrupted, ranAt } = testRuns
  return db
    .select({
      runId: hostRunId,
      attempt,
      branch,
      isCompleted: sql<boolean>`${ciRuns.status} = 'completed'`,
      tests: { status, hasFailed, failures, interrupted, ranAt }
    })
    .from(ciRuns)
    .leftJoin(testRuns, and(eq(testRuns.runId, hostRunId), eq(testRuns.attempt, attempt)))
    .where(
      and(
        eq(ciRuns.repoId, repoId),
        eq(ciRuns.headSha, headSha),
        inArray(hostRunId, [...runIds]),
        isNull(ciRuns.goneAt),
        writesReports(repoId, ciRuns.workflowName)
      )
    )
}
