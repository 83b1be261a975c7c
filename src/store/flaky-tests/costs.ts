// What flaky tests have cost.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FlakyCost } from '#domain/flaky-tests/cost.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { bareColumns, type Tx } from '../sql/database.js'

const column = bareColumns(flakyTests)

/** The ids of the tests that failed in an attempt. */
export async function failuresOfAttempt(tx: Tx, testRunId: number): Promise<number[]> {
  const rows = await tx
    .select({ testId: testResults.testId })
    .from(testResults)
    .where(and(eq(testResults.testRunId, testRunId), inArray(testResults.status, ['failed', 'errored'])))
  return rows.map(({ testId }) => testId)
}

/** In one statement, however many tests there are. */
export async function addTestCosts(tx: Tx, costs: ReadonlyMap<number, FlakyCost>): Promise<void> {
  if (costs.size === 0) return
  const lines = [...costs].map(([id, { repeatedMs, blockedPulls }]) => ({
    id,
    ms: Math.round(repeatedMs),
    pulls: blockedPulls
  }))
  await tx.execute(sql`update ${flakyTests} as t set ${column.costMs} = t.${column.costMs} + cost.ms,
      ${column.blockedPulls} = t.${column.blockedPulls} + cost.pulls
    from json_to_recordset(${JSON.stringify(lines)}::json) as cost (id bigint, ms bigint, pulls int)
    where t.${column.id} = cost.id`)
}
