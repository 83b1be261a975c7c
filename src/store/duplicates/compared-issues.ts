// Issues for the search for duplicates: their texts in the order of their changes, and the state of the comparison.
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { issues } from '#tables/mirror/issues.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, idsIn, type Tx } from '../sql/database.js'

/** A position in the changes of a repository's issues. */
export interface RevisionPosition {
  revision: number
  issueId: number
}

export interface RevisedIssue extends RevisionPosition {
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  goneAt: Date | null
  duplicateOf: number | null
}

/** The committed changes after a position. */
export async function revisedIssues(
  db: Db,
  { repoId, after, most }: { repoId: number; after: RevisionPosition; most: number }
): Promise<RevisedIssue[]> {
  const {
    revision,
    hostId: issueId,
    number,
    title,
    body,
    state,
    createdAt,
    updatedAt,
    closedAt,
    goneAt
  } = issues
  return db
    .select({
      revision,
      issueId,
      number,
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

/** Locks the issue; the caller has locked its repository. */
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

/** Records the last job, whatever its result. */
export async function saveComparisonJob(tx: Tx, hostId: number, dupJobId: string): Promise<void> {
  await tx.update(issues).set({ dupJobId }).where(eq(issues.hostId, hostId))
}

/** The numbers of those of these issues that exist in the repository, by the host's id. */
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

/** The original issue of a chain of duplicates. */
export async function canonicalIssueOf(db: Db | Tx, issueId: number): Promise<number | null> {
  const [row] = await db.select({ id: issues.duplicateOf }).from(issues).where(eq(issues.hostId, issueId))
  return row?.id ?? null
}

/** Has unchanged issues compared again. */
export async function invalidateComparisons(tx: Tx, issueIds: readonly number[]): Promise<void> {
  await tx.update(issues).set({ dupRevision: null }).where(isAmong(issueIds))
}

/** The numbers of these issues, deleted ones included. */
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
