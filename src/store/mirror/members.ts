// Members of the accounts of installations.

import { and, eq, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HostMember } from '#domain/host/items.js'
import { members } from '#tables/mirror/members.js'
import { bareColumns, excluded, momentOf, type Tx } from '../sql/database.js'

const m = alias(members, 'm')
const column = bareColumns(members)

const columns = sql`"hostId" bigint, login text, "avatarUrl" text, role text, "siteAdmin" boolean`

/** Stores members that are newer than the known ones. */
export async function saveMembers(
  tx: Tx,
  installationId: number,
  hostMembers: readonly HostMember[],
  at: Date
): Promise<void> {
  await tx.execute(sql`
    insert into ${members} as m (${column.installationId}, ${column.hostId}, ${column.login}, ${column.avatarUrl},
      ${column.role}, ${column.siteAdmin}, ${column.seenAt})
    select distinct on ("hostId") ${installationId}::bigint, member.*, ${momentOf(at)}
    from json_to_recordset(${JSON.stringify(hostMembers)}::json) as member (${columns})
    order by "hostId"
    on conflict (${column.installationId}, ${column.hostId})
      do update set ${column.login} = ${excluded(members.login)},
        ${column.avatarUrl} = ${excluded(members.avatarUrl)}, ${column.role} = ${excluded(members.role)},
        ${column.siteAdmin} = ${excluded(members.siteAdmin)}, ${column.seenAt} = ${excluded(members.seenAt)}
    where ${m.seenAt} <= ${excluded(members.seenAt)}`)
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
