// Attempts of CI runs whose test reports are read.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { bareColumns, type Db, rowsOf, type Tx } from '../sql/database.js'

export type TestRunRow = typeof testRuns.$inferSelect
export type NewTestRun = Omit<TestRunRow, 'id'>

const column = bareColumns(testResults)

/** Returns those that were not known. */
export async function insertTestRuns(tx: Tx, runs: readonly NewTestRun[]): Promise<TestRunRow[]> {
  if (runs.length === 0) return []
  return tx
    .insert(testRuns)
    .values([...runs])
    .onConflictDoNothing()
    .returning()
}

export async function findTestRun(db: Db, id: number): Promise<TestRunRow | undefined> {
  const [row] = await db.select().from(testRuns).where(eq(testRuns.id, id))
  return row
}

export async function lockTestRun(tx: Tx, id: number): Promise<TestRunRow | undefined> {
  const [row] = await tx.select().from(testRuns).where(eq(testRuns.id, id)).for('update')
  return row
}

export async function saveTestRun(tx: Tx, id: number, fields: Partial<NewTestRun>): Promise<void> {
  await tx.update(testRuns).set(fields).where(eq(testRuns.id, id))
}

/** The latest attempt of the same run before this one whose reports were read. */
export async function previousAttempt(
  tx: Tx,
  { repoId, runId, attempt }: TestRunRow
): Promise<TestRunRow | undefined> {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(
      and(
        eq(testRuns.repoId, repoId),
        eq(testRuns.runId, runId),
        lt(testRuns.attempt, attempt),
        eq(testRuns.status, 'read')
      )
    )
    .orderBy(desc(testRuns.attempt))
    .limit(1)
  return row
}

export interface StoredResult {
  testId: number
  status: string
  flaky: boolean
  durationMs: number | null
  errorClass: string | null
  errorMessage: string | null
}

/** In one statement, however many there are. */
export async function insertResults(
  tx: Tx,
  testRunId: number,
  results: readonly StoredResult[]
): Promise<void> {
  if (results.length === 0) return
  const lines = results.map((result) => [
    result.testId,
    result.status,
    result.flaky,
    result.durationMs,
    result.errorClass,
    result.errorMessage
  ])
  await tx.execute(sql`
    insert into ${testResults} (${column.testRunId}, ${column.testId}, ${column.status}, ${column.flaky},
      ${column.durationMs}, ${column.errorClass}, ${column.errorMessage})
    select ${testRunId}::bigint, (line->>0)::bigint, line->>1, (line->>2)::boolean, (line->>3)::int, line->>4, line->>5
    from json_array_elements(${JSON.stringify(lines)}::json) as line
    on conflict do nothing`)
}

/** With their results. They were added in the order of their ids, so that no others are looked at. */
export async function dropTestRuns(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const { id, createdAt } = testRuns
  const oldest = tx.select({ id, createdAt }).from(testRuns).orderBy(id).limit(atOnce).as('oldest')
  const old = tx.select({ id: oldest.id }).from(oldest).where(lt(oldest.createdAt, before))
  const dropped = await rowsOf(tx, sql`delete from ${testRuns} where ${id} in (${old}) returning 1`)
  return dropped.length
}
