// Issues as the search for duplicates knows them: their texts, in the order of their changes, and how far it has come.
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { issues } from '#tables/mirror/issues.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, idsIn, type Tx } from '../sql/database.js'

/** Where a reading of the issues of a repository stands. */
export interface RevisionPosition {
  revision: number
  issueId: number
}

export interface RevisedIssue extends RevisionPosition {
  title: string
  body: string | null
  state: 'open' | 'closed'
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  goneAt: Date | null
  duplicateOf: number | null
}

/** What has changed behind a position, and was committed. */
export async function revisedIssues(
  db: Db,
  { repoId, after, most }: { repoId: number; after: RevisionPosition; most: number }
): Promise<RevisedIssue[]> {
  const { revision, hostId: issueId, title, body, state, createdAt, updatedAt, closedAt, goneAt } = issues
  return db
    .select({
      revision,
      issueId,
      title,
      body,
      state,
      createdAt,
      updatedAt,
      closedAt,
      goneAt,
      duplicateOf: issues.duplicateOf
    })
    .from(issues)
    .where(
      and(
        eq(issues.repoId, repoId),
        sql`(${issues.revision}, ${issues.hostId}) > (${after.revision}::bigint, ${after.issueId}::bigint)`
      )
    )
    .orderBy(asc(issues.revision), asc(issues.hostId))
    .limit(most)
}

export type ComparedIssue = typeof issues.$inferSelect

export async function comparedIssue(db: Db, hostId: number): Promise<ComparedIssue | undefined> {
  const [found] = await db.select().from(issues).where(eq(issues.hostId, hostId))
  return found
}

/** The same, held for this transaction; the caller holds its repository. */
export async function lockComparedIssue(tx: Tx, hostId: number): Promise<ComparedIssue | undefined> {
  const [found] = await tx.select().from(issues).where(eq(issues.hostId, hostId)).for('update')
  return found
}

export async function saveComparison(
  tx: TalliedTx,
  { hostId, dupCheckAt, dupRevision, dupJobId }: ComparedIssue
): Promise<void> {
  await tx.update(issues).set({ dupCheckAt, dupRevision, dupJobId }).where(eq(issues.hostId, hostId))
}

/** The job that came last, whatever it came to. */
export async function saveComparisonJob(tx: Tx, hostId: number, dupJobId: string): Promise<void> {
  await tx.update(issues).set({ dupJobId }).where(eq(issues.hostId, hostId))
}

/** Of these issues those that are there in the repository, by the host's id. */
export async function issueNumbersOf(
  db: Db | Tx,
  repoId: number,
  hostIds: readonly number[]
): Promise<Map<number, number>> {
  if (hostIds.length === 0) return new Map()
  const rows = await db
    .select({ id: issues.hostId, number: issues.number })
    .from(issues)
    .where(and(isAmong(hostIds), eq(issues.repoId, repoId), isNull(issues.goneAt)))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

const isAmong = (hostIds: readonly number[]) => sql`${issues.hostId} in ${idsIn(hostIds)}`

/** Which issue another one repeats in the end. */
export async function canonicalIssueOf(db: Db | Tx, issueId: number): Promise<number | null> {
  const [row] = await db.select({ id: issues.duplicateOf }).from(issues).where(eq(issues.hostId, issueId))
  return row?.id ?? null
}

/** Has these issues looked at again though they have not changed themselves. */
export async function invalidateComparisons(tx: Tx, issueIds: readonly number[]): Promise<void> {
  await tx.update(issues).set({ dupRevision: null }).where(isAmong(issueIds))
}

/** Of these issues, whether they are gone or not. */
export async function lastIssueNumbersOf(tx: Tx, hostIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: issues.hostId, number: issues.number })
    .from(issues)
    .where(isAmong(hostIds))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Open issues that were never compared, by number. */
export async function uncomparedIssues(
  db: Db,
  { repoId, after, most }: { repoId: number; after: number; most: number }
): Promise<ComparedIssue[]> {
  return db
    .select()
    .from(issues)
    .where(
      and(
        eq(issues.repoId, repoId),
        gt(issues.number, after),
        sql`${issues.live} and ${issues.state} = 'open' and ${issues.dupCheckAt} is null`
      )
    )
    .orderBy(asc(issues.number))
    .limit(most)
}
