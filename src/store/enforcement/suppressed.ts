// Policies of which people accept that a repository falls short.
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { violations } from '#tables/enforcement/violations.js'
import type { Db, Tx } from '../sql/database.js'

export interface SuppressedPolicy {
  policyId: number
  branch: string
}

export function suppressedPolicies(db: Db | Tx, repoId: number, at: Date): Promise<SuppressedPolicy[]> {
  const { policyId, branch, status, suppressedUntil } = violations
  const holds = or(isNull(suppressedUntil), gt(suppressedUntil, at))
  return db
    .select({ policyId, branch })
    .from(violations)
    .where(and(eq(violations.repoId, repoId), eq(status, 'suppressed'), holds))
}
