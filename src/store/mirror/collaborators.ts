// The collaborators of repositories.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { HostCollaborator } from '#domain/host/items.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { TalliedTx } from '../counters/tallies.js'
import { excluded, idsIn, type Tx } from '../sql/database.js'

/** By the host's id of the person. */
export async function collaboratorsOf(tx: Tx, repoId: number): Promise<Map<number, HostCollaborator>> {
  const { hostId, login, avatarUrl, permission, roleName } = collaborators
  const rows = await tx
    .select({ hostId, login, avatarUrl, permission, roleName })
    .from(collaborators)
    .where(eq(collaborators.repoId, repoId))
  return new Map(rows.map((row) => [row.hostId, row]))
}

export async function saveCollaborators(
  tx: TalliedTx,
  { repoId, live, at }: { repoId: number; live: boolean; at: Date },
  people: readonly HostCollaborator[]
): Promise<void> {
  if (people.length === 0) return
  const repoFullName = sql`(select ${repositories.fullName} from ${repositories} where ${repositories.hostId} = ${repoId})`
  await tx
    .insert(collaborators)
    .values(people.map((person) => ({ ...person, repoId, repoFullName, live, createdAt: at, updatedAt: at })))
    .onConflictDoUpdate({
      target: [collaborators.repoId, collaborators.hostId],
      set: {
        login: excluded(collaborators.login),
        avatarUrl: excluded(collaborators.avatarUrl),
        permission: excluded(collaborators.permission),
        roleName: excluded(collaborators.roleName),
        updatedAt: at
      }
    })
}

export async function deleteCollaborators(
  tx: TalliedTx,
  repoId: number,
  hostIds: readonly number[]
): Promise<void> {
  const are = inArray(collaborators.hostId, idsIn(hostIds))
  await tx.delete(collaborators).where(and(eq(collaborators.repoId, repoId), are))
}
