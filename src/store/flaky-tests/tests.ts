// Tests and what is known of them.
import { and, eq, inArray, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import type { TalliedTx } from '../counters/tallies.js'
import { bareColumns, type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'

export type FlakyTestRow = typeof flakyTests.$inferSelect
/** The columns that are written. */
export type FlakyTestFields = Omit<FlakyTestRow, 'id' | 'scoreRank' | 'tracked'>

const column = bareColumns(flakyTests)

const {
  id,
  testId,
  status,
  history,
  runCount,
  failCount,
  lastErrorClass,
  lastErrorMessage,
  lastFailedAt,
  lastSeenAt,
  forgottenAt
} = flakyTests
/** What has to be known of a test to observe it. */
const KNOWN = {
  id,
  testId,
  status,
  history,
  runCount,
  failCount,
  lastErrorClass,
  lastErrorMessage,
  lastFailedAt,
  lastSeenAt,
  forgottenAt
}
export type KnownTest = Pick<FlakyTestRow, keyof typeof KNOWN>

/** Those of these tests that are known. The caller holds the repository, so that nobody else adds one. */
export async function knownTests(tx: Tx, repoId: number, testIds: readonly string[]): Promise<KnownTest[]> {
  if (testIds.length === 0) return []
  return tx
    .select(KNOWN)
    .from(flakyTests)
    .where(
      and(
        eq(flakyTests.repoId, repoId),
        sql`${testId} in (select json_array_elements_text(${JSON.stringify(testIds)}::json))`
      )
    )
}

/** What a run changes of a test. */
const OBSERVED = [
  'standing',
  'history',
  'reasons',
  'failureRate',
  'runCount',
  'passCount',
  'failCount',
  'flipCount',
  'sameCommitFlips',
  'firstBadCommit',
  'lastErrorClass',
  'lastErrorMessage',
  'lastFailedAt',
  'lastSeenAt',
  'forgottenAt',
  'live'
] as const satisfies readonly (keyof FlakyTestFields)[]

export type ObservedFields = Pick<FlakyTestFields, (typeof OBSERVED)[number]>

const TYPES: Readonly<Record<(typeof OBSERVED)[number], string>> = {
  standing: 'text',
  history: 'json',
  reasons: 'json',
  failureRate: 'json',
  runCount: 'int',
  passCount: 'int',
  failCount: 'int',
  flipCount: 'int',
  sameCommitFlips: 'int',
  firstBadCommit: 'text',
  lastErrorClass: 'text',
  lastErrorMessage: 'text',
  lastFailedAt: 'timestamptz',
  lastSeenAt: 'timestamptz',
  forgottenAt: 'timestamptz',
  live: 'boolean'
}

/** The values of a line, which is a JSON array, from a place on. Names would make up a large part of it. */
const valuesFrom = (first: number): SQL[] =>
  OBSERVED.map((name, at) =>
    TYPES[name] === 'json'
      ? sql`line->${sql.raw(String(first + at))}`
      : sql`(line->>${sql.raw(String(first + at))})::${sql.raw(TYPES[name])}`
  )
const listOf = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const observedColumns = listOf(OBSERVED.map((name) => column[name]))
const lineOf = (test: ObservedFields) => OBSERVED.map((name) => test[name])
const linesOf = (lines: readonly unknown[]) =>
  sql`json_array_elements(${JSON.stringify(lines)}::json) as line`

/** Saves what a run says of the tests that are known, in one statement. */
export async function saveObserved(
  tx: TalliedTx,
  tests: readonly { id: number; fields: ObservedFields }[]
): Promise<void> {
  if (tests.length === 0) return
  const lines = tests.map((test) => [test.id, ...lineOf(test.fields)])
  await tx.execute(sql`update ${flakyTests} as t set (${observedColumns}) = row(${listOf(valuesFrom(1))})
    from ${linesOf(lines)} where t.${column.id} = (line->>0)::bigint`)
}

interface NewTest extends Pick<FlakyTestFields, 'repoId' | 'testId' | 'suite' | 'name' | 'file'> {
  fields: ObservedFields
}

/** Adds tests that no run has named before, in one statement; returns their ids. */
export async function insertTests(
  tx: TalliedTx,
  tests: readonly NewTest[]
): Promise<{ id: number; testId: string }[]> {
  if (tests.length === 0) return []
  const lines = tests.map((test) => [
    test.repoId,
    test.testId,
    test.suite,
    test.name,
    test.file,
    ...lineOf(test.fields)
  ])
  return rowsOf(
    tx,
    sql`insert into ${flakyTests} (${column.repoId}, ${column.testId}, ${column.suite}, ${column.name},
      ${column.file}, ${observedColumns}, ${column.status}, ${column.codeOwners}, ${column.relapseCount},
      ${column.costMs}, ${column.blockedPulls}, ${column.firstSeenAt})
    select (line->>0)::bigint, line->>1, line->>2, line->>3, line->>4, ${listOf(valuesFrom(5))}, 'tracked', '{}', 0, 0, 0,
      (line->>${sql.raw(String(5 + OBSERVED.indexOf('lastSeenAt')))})::timestamptz
    from ${linesOf(lines)}
    returning ${column.id}::float8 as id, ${column.testId} as "testId"`
  )
}

export async function findTest(db: Db | Tx, id: number): Promise<FlakyTestRow | undefined> {
  const [row] = await db.select().from(flakyTests).where(eq(flakyTests.id, id))
  return row
}

/** In one statement, however many there are. */
export async function testsById(db: Db | Tx, ids: readonly number[]): Promise<Map<number, FlakyTestRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(flakyTests)
    .where(sql`${flakyTests.id} in ${idsIn(ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function lockTest(tx: Tx, id: number): Promise<FlakyTestRow | undefined> {
  const [row] = await tx.select().from(flakyTests).where(eq(flakyTests.id, id)).for('update')
  return row
}

export async function changeTest(tx: TalliedTx, id: number, fields: Partial<FlakyTestFields>): Promise<void> {
  await tx.update(flakyTests).set(fields).where(eq(flakyTests.id, id))
}

/** Those that are quarantined, and those of which an issue is still to be closed; in the order of their ids. */
export async function announcedTests(db: Db | Tx, repoId: number): Promise<FlakyTestRow[]> {
  return db
    .select()
    .from(flakyTests)
    .where(and(eq(flakyTests.repoId, repoId), sql`(tracked or status = 'quarantined')`))
    .orderBy(flakyTests.id)
}

/** Columns that do not count. */
type AnnouncedFields = Partial<
  Pick<FlakyTestRow, 'tracked' | 'issueNumber' | 'quarantinePrNumber' | 'codeOwners'>
>

export async function saveAnnounced(tx: Tx, ids: readonly number[], fields: AnnouncedFields): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(flakyTests)
    .set(fields)
    .where(inArray(flakyTests.id, [...ids]))
}

/** The quarantined tests that a pull request has listed. */
export async function testsOfPull(tx: Tx, repoId: number, prNumber: number): Promise<FlakyTestRow[]> {
  return tx
    .select()
    .from(flakyTests)
    .where(
      and(
        eq(flakyTests.repoId, repoId),
        eq(flakyTests.status, 'quarantined'),
        eq(flakyTests.quarantinePrNumber, prNumber)
      )
    )
    .orderBy(flakyTests.id)
}

/** Whether the failure of any test may be passed over. */
export async function hasQuarantine(db: Db, repoId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: flakyTests.id })
    .from(flakyTests)
    .where(
      and(eq(flakyTests.repoId, repoId), eq(flakyTests.status, 'quarantined'), eq(flakyTests.live, true))
    )
    .limit(1)
  return row !== undefined
}

/** Quarantines that have lasted as long as they may. */
export async function expiredQuarantines(
  db: Db,
  at: Date,
  most: number
): Promise<{ id: number; repoId: number }[]> {
  return db
    .select({ id: flakyTests.id, repoId: flakyTests.repoId })
    .from(flakyTests)
    .where(and(eq(flakyTests.status, 'quarantined'), lte(flakyTests.quarantineExpiresAt, at)))
    .orderBy(flakyTests.quarantineExpiresAt)
    .limit(most)
}

/** A repository with tests that nobody has run since then, and that are not forgotten yet. */
export async function repositoryWithUnseen(db: Db, before: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ repoId: flakyTests.repoId })
    .from(flakyTests)
    .where(isUnseen(before))
    .orderBy(flakyTests.lastSeenAt)
    .limit(1)
  return row?.repoId
}

const isUnseen = (before: Date) => and(isNull(flakyTests.forgottenAt), lt(flakyTests.lastSeenAt, before))

/** At most so many of them. The caller holds the repository. */
export async function unseenTests(
  tx: Tx,
  repoId: number,
  { before, most }: { before: Date; most: number }
): Promise<Pick<FlakyTestRow, 'id' | 'status' | 'runCount' | 'failCount' | 'forgottenAt'>[]> {
  return tx
    .select({ id, status, runCount, failCount, forgottenAt })
    .from(flakyTests)
    .where(and(eq(flakyTests.repoId, repoId), isUnseen(before)))
    .orderBy(lastSeenAt)
    .limit(most)
}

export async function forgetTests(tx: TalliedTx, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .update(flakyTests)
    .set({ forgottenAt: at, live: false })
    .where(inArray(flakyTests.id, [...ids]))
}

/** What was forgotten long ago, but not what people have said. */
export async function dropForgottenTests(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const old = tx
    .select({ id })
    .from(flakyTests)
    .where(and(lt(forgottenAt, before), ne(status, 'dismissed')))
    .limit(atOnce)
  const dropped = await rowsOf(tx, sql`delete from ${flakyTests} where ${id} in (${old}) returning 1`)
  return dropped.length
}
