// Members of the accounts of installations.

import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { HostMember } from '#domain/host/items.js'
import { members } from '#tables/mirror/members.js'
import { excluded, type Tx } from '../sql/database.js'

const SHOWN = {
  login: members.login,
  avatarUrl: members.avatarUrl,
  role: members.role,
  siteAdmin: members.siteAdmin
}
const [SHOWN_NOW, SHOWN_NEXT] = [
  sql.join(Object.values(SHOWN), sql`, `),
  sql.join(Object.values(SHOWN).map(excluded), sql`, `)
]

/** Stores members that are newer than the known ones. */
export async function saveMembers(
  tx: Tx,
  installationId: number,
  hostMembers: readonly HostMember[],
  at: Date
): Promise<void> {
  const people = [...new Map(hostMembers.map((member) => [member.hostId, member])).values()]
  if (people.length === 0) return
  const updatedAt = sql`case when (${SHOWN_NOW}) is distinct from (${SHOWN_NEXT})
    then ${excluded(members.updatedAt)} else ${members.updatedAt} end`
  await tx
    .insert(members)
    .values(people.map((person) => ({ ...person, installationId, seenAt: at, createdAt: at, updatedAt: at })))
    .onConflictDoUpdate({
      target: [members.installationId, members.hostId],
      set: {
        login: excluded(members.login),
        avatarUrl: excluded(members.avatarUrl),
        role: excluded(members.role),
        siteAdmin: excluded(members.siteAdmin),
        seenAt: at,
        updatedAt
      },
      setWhere: lte(members.seenAt, at)
    })
}

/** Deletes members that are missing from a complete list. */
export async function deleteUnlistedMembers(tx: Tx, installationId: number, at: Date): Promise<void> {
  await tx.delete(members).where(and(eq(members.installationId, installationId), lt(members.seenAt, at)))
}

export async function deleteMember(tx: Tx, installationId: number, hostId: number, at: Date): Promise<void> {
  await tx
    .delete(members)
    .where(
      and(eq(members.installationId, installationId), eq(members.hostId, hostId), lte(members.seenAt, at))
    )
}

export async function deleteMembersOf(tx: Tx, installationId: number): Promise<void> {
  await tx.delete(members).where(eq(members.installationId, installationId))
}
