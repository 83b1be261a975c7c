// Policies of which people accept that repositories fall short.
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { violations } from '#tables/enforcement/violations.js'
import { type Db, idsIn, type Tx } from '../sql/database.js'
import type { ViolationRow } from './violations.js'

export interface SuppressedPolicy {
  repoId: number
  policyId: number
  branch: string
}

export function suppressedPolicies(
  db: Db | Tx,
  repoIds: readonly number[],
  at: Date
): Promise<SuppressedPolicy[]> {
  const { repoId, policyId, branch, status, suppressedUntil } = violations
  const holds = or(isNull(suppressedUntil), gt(suppressedUntil, at))
  return db
    .select({ repoId, policyId, branch })
    .from(violations)
    .where(and(inArray(repoId, idsIn(repoIds)), eq(status, 'suppressed'), holds))
}

const isLapsed = (at: Date) => and(eq(violations.status, 'suppressed'), lte(violations.suppressedUntil, at))

/** Live repositories with violations that nobody accepts any more. */
export async function repositoriesWithLapsedViolations(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ repoId: violations.repoId })
    .from(violations)
    .where(and(eq(violations.live, true), isLapsed(at)))
    .orderBy(asc(violations.repoId))
  return rows.map(({ repoId }) => repoId)
}

/** Call this while the repository is locked. */
export function lapsedViolations(tx: Tx, repoId: number, at: Date): Promise<ViolationRow[]> {
  return tx
    .select()
    .from(violations)
    .where(and(eq(violations.repoId, repoId), eq(violations.live, true), isLapsed(at)))
    .orderBy(violations.id)
}
