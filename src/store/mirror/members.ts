// Who belongs to the account of an installation.

import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { HostMember } from '#domain/host/items.js'
import { members } from '#tables/mirror/members.js'
import { momentOf, type Tx } from '../sql/database.js'

const columns = sql`"hostId" bigint, login text, "avatarUrl" text, role text, "siteAdmin" boolean`

/** Takes over what is newer than what is known. */
export async function saveMembers(
  tx: Tx,
  installationId: number,
  members: readonly HostMember[],
  at: Date
): Promise<void> {
  await tx.execute(sql`
    insert into members as m (installation_id, host_id, host_login, avatar_url, role, site_admin, seen_at)
    select distinct on ("hostId") ${installationId}::bigint, member.*, ${momentOf(at)}
    from json_to_recordset(${JSON.stringify(members)}::json) as member (${columns})
    order by "hostId"
    on conflict (installation_id, host_id) do update set host_login = excluded.host_login,
      avatar_url = excluded.avatar_url, role = excluded.role, site_admin = excluded.site_admin, seen_at = excluded.seen_at
    where m.seen_at <= excluded.seen_at`)
}

/** Those whom a complete list of this moment has not named have left. */
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
