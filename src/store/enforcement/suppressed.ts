// Policies of which people accept that repositories fall short.
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { violations } from '#tables/enforcement/violations.js'
import { type Db, idsIn, type Tx } from '../sql/database.js'

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
