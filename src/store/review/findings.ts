// What people were told about pull requests, and what they made of it.
import { and, eq, inArray } from 'drizzle-orm'
import { reviewFindings } from '#tables/review/review-findings.js'
import type { TalliedTx } from '../counters/tallies.js'
import type { Db, Tx } from '../sql/database.js'

export type ToldFinding = typeof reviewFindings.$inferSelect
export type NewToldFinding = Omit<typeof reviewFindings.$inferInsert, 'id'>

/** All that was told about a pull request. */
export async function toldFindings(db: Db | Tx, repoId: number, prNumber: number): Promise<ToldFinding[]> {
  return db
    .select()
    .from(reviewFindings)
    .where(and(eq(reviewFindings.repoId, repoId), eq(reviewFindings.prNumber, prNumber)))
    .orderBy(reviewFindings.id)
}

export async function insertToldFindings(tx: TalliedTx, rows: readonly NewToldFinding[]): Promise<void> {
  if (rows.length > 0) await tx.insert(reviewFindings).values([...rows])
}

/** Changes those that are as the caller has seen them; returns them as they are then. */
export async function saveFindingOutcome(
  tx: TalliedTx,
  findings: readonly ToldFinding[],
  set: Pick<NewToldFinding, 'outcome' | 'decidedAt'> & Partial<Pick<NewToldFinding, 'mendedSha'>>
): Promise<ToldFinding[]> {
  const [first] = findings
  if (!first) return []
  const ids = findings.map(({ id }) => id)
  return tx
    .update(reviewFindings)
    .set(set)
    .where(and(inArray(reviewFindings.id, ids), eq(reviewFindings.outcome, first.outcome)))
    .returning()
}

/** Whether the conversation about a finding is over; one that was decided stays as it is. */
export async function saveFindingResolved(
  tx: Tx,
  { repoId, prNumber, fingerprint }: Pick<ToldFinding, 'repoId' | 'prNumber' | 'fingerprint'>,
  resolvedAt: Date | null
): Promise<void> {
  await tx
    .update(reviewFindings)
    .set({ resolvedAt })
    .where(
      and(
        eq(reviewFindings.repoId, repoId),
        eq(reviewFindings.prNumber, prNumber),
        eq(reviewFindings.fingerprint, fingerprint),
        eq(reviewFindings.outcome, 'open')
      )
    )
}

/** What nobody was told after all. */
export async function deleteFindings(tx: TalliedTx, findings: readonly ToldFinding[]): Promise<void> {
  const ids = findings.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(reviewFindings).where(inArray(reviewFindings.id, ids))
}
