// The repositories that policies may reach.
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { policies } from '#tables/enforcement/policies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { bareColumn, type Db, rowsOf } from '../sql/database.js'

const r = alias(repositories, 'r')
const p = alias(policies, 'p')
const key = bareColumn(policies.installationId)

export interface EnforcedRepository {
  repoId: number
  fullName: string
  installationId: number
  /** The policies in force of its installation. */
  policies: { id: number; filter: string | null }[]
}

export async function isArchived(db: Db, repoId: number): Promise<boolean> {
  const [found] = await db
    .select({ archived: repositories.archived })
    .from(repositories)
    .where(eq(repositories.hostId, repoId))
  return found?.archived === true
}

/** Live repositories whose installation has a policy in force. */
export async function enforcedRepositories(db: Db): Promise<EnforcedRepository[]> {
  return rowsOf(
    db,
    sql`select ${r.hostId}::float8 as "repoId", ${r.fullName} as "fullName",
        ${r.installationId}::float8 as "installationId", asked.policies
      from (
        select ${p.installationId} as ${key},
          json_agg(json_build_object('id', ${p.id}, 'filter', ${p.repoFilter})) as policies
        from ${policies} p where ${p.enabled} and ${p.deletedAt} is null group by ${p.installationId}
      ) as asked
      join ${repositories} r on ${r.installationId} = asked.${key} and ${r.deletedAt} is null and not ${r.archived}
      order by ${r.hostId}`
  )
}
