// The repositories that policies may reach.
import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { policies } from '#tables/enforcement/policies.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { Db } from '../sql/database.js'

export interface EnforcedRepository {
  repoId: number
  fullName: string
  installationId: number | null
}

/** Those that can be written, and whose installation has a policy in force. */
export async function enforcedRepositories(db: Db): Promise<EnforcedRepository[]> {
  const { hostId: repoId, fullName, installationId, deletedAt, archived } = repositories
  const isOfInstallation = eq(policies.installationId, installationId)
  const inForce = and(isOfInstallation, eq(policies.enabled, true), isNull(policies.deletedAt))
  const asked = db.select({ one: sql`1` }).from(policies).where(inForce)
  return db
    .select({ repoId, fullName, installationId })
    .from(repositories)
    .where(and(isNull(deletedAt), eq(archived, false), exists(asked)))
    .orderBy(repoId)
}

export interface PolicyReach {
  id: number
  installationId: number
  repoFilter: string | null
}

/** All policies in force. */
export function policyReaches(db: Db): Promise<PolicyReach[]> {
  const { id, installationId, repoFilter } = policies
  return db
    .select({ id, installationId, repoFilter })
    .from(policies)
    .where(and(eq(policies.enabled, true), isNull(policies.deletedAt)))
}
