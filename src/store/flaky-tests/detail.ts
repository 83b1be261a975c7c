// One test with its latest results, in one round trip.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { flakyMoveV1 } from '#domain/flaky-tests/flaky-move.v1.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import {
  type FlakyTestDetail,
  LONGEST_SHOWN_ERROR,
  MOST_SEARCHED_DECISIONS,
  MOST_SEARCHED_RUNS,
  MOST_SHOWN_RESULTS,
  MOST_TEST_DECISIONS
} from '#schemas/flaky-tests/detail.js'
import { decisions } from '#tables/decisions/decisions.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { FLAKY_TEST_FIELDS, LISTED_TESTS } from './lists.js'

const t = alias(flakyTests, 't')
const r = alias(repositories, 'r')
const d = alias(decisions, 'd')
const ran = alias(testRuns, 'ran')
const s = alias(testResults, 's')
const run = alias(ciRuns, 'run')

const MOVE = sql.raw(`'${flakyMoveV1.name}'`)
const limit = (most: number) => sql.raw(`limit ${most}`)

/** Each result is found by its key, within the latest runs: no index leads from a test to its results. */
const RESULTS =
  precompiled(sql`select ${ran.runId}, ${ran.attempt}, ${ran.workflowName}, ${ran.branch}, ${ran.headSha},
    case when ${s.flaky} then 'retried' else ${s.status} end as result, ${s.durationMs}, ${s.errorClass},
    left(${s.errorMessage}, ${sql.raw(String(LONGEST_SHOWN_ERROR))}) as error_message,
    (select ${run.htmlUrl} from ${ciRuns} run where ${run.hostRunId} = ${ran.runId}) as run_url,
    ${utcColumns(ran.ranAt)}
  from (
    select * from ${testRuns} where ${testRuns.repoId} = ${t.repoId}
    order by ${testRuns.createdAt} desc, ${testRuns.id} desc ${limit(MOST_SEARCHED_RUNS)}
  ) as ran join ${testResults} s on ${s.testRunId} = ${ran.id} and ${s.testId} = ${t.id}
  order by ${ran.ranAt} desc, ${ran.id} desc ${limit(MOST_SHOWN_RESULTS)}`)

/** Moves of this test, among the latest decisions of its pillar: they name it in their inputs alone. */
const DECISIONS = precompiled(sql`select ${d.id}, ${d.decision}, ${d.reason}, ${utcColumns(d.createdAt)}
  from (
    select * from ${decisions} where ${decisions.repoId} = ${t.repoId} and ${decisions.source} = 'trust'
    order by ${decisions.createdAt} desc, ${decisions.id} desc ${limit(MOST_SEARCHED_DECISIONS)}
  ) as d
  where case when ${d.evaluator} = ${MOVE} then ${d.inputs}::json->${MOVE}->>'name' = ${t.name}
    and ${d.inputs}::json->${MOVE}->>'suite' = ${t.suite} else false end
  order by ${d.createdAt} desc, ${d.id} desc ${limit(MOST_TEST_DECISIONS)}`)

export interface ShownTest {
  text: JsonText<Omit<FlakyTestDetail, 'first_bad_commit_url'>>
  fullName: string
  firstBadCommit: string | null
}

export async function flakyTestText(db: Db, id: number): Promise<ShownTest | undefined> {
  const [found] = await rowsOf<{ text: string; fullName: string; firstBadCommit: string | null }>(
    db,
    sql`select ${r.fullName} as "fullName", ${t.firstBadCommit} as "firstBadCommit",
        (select row_to_json(shown)::text from (
          select ${FLAKY_TEST_FIELDS}, ${t.file},
            (select coalesce(json_agg(one), '[]') from (${RESULTS}) as one) as results,
            (select coalesce(json_agg(one), '[]') from (${DECISIONS}) as one) as decisions
        ) as shown) as text
      from ${flakyTests} t ${LISTED_TESTS.join} where ${t.id} = ${id} and ${LISTED_TESTS.visible}`
  )
  return found && { ...found, text: fromDatabase(found.text) }
}
