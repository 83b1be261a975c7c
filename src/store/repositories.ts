// Repositories by their lasting id, as the host's events tell of them.
import { sql } from 'drizzle-orm'
import type { RepositoryChange, RepositoryIdentity } from '../../schemas/events.js'
import type { Tx } from './database.js'

interface Sighting {
  at: Date
  installationId: number | null
  change: RepositoryChange
}

/**
 * Takes over what a newer event says, renames included; what it does not say stays. One that is gone keeps its row
 * and all that hangs on it; one that an installation no longer sees may belong to another by now.
 */
export async function saveRepositories(
  tx: Tx,
  repositories: readonly RepositoryIdentity[],
  { at, installationId, change }: Sighting
): Promise<void> {
  if (repositories.length === 0) return
  const moment = sql`${at.toISOString()}::timestamptz`
  const deleted = change === 'present' ? sql`null::timestamptz` : moment
  await tx.execute(sql`
    with seen as (
      select distinct on ("hostId") * from json_to_recordset(${JSON.stringify(repositories)}::json) as seen
        ("hostId" bigint, owner text, name text, private boolean, "defaultBranch" text, archived boolean)
      order by "hostId"
    )
    insert into repositories as r
      (host_id, installation_id, full_name, owner, name, private, default_branch, archived, deleted_at, seen_at, created_at)
    select "hostId", ${installationId}::bigint, owner || '/' || name, owner, name, private,
      "defaultBranch", coalesce(archived, false), ${deleted}, ${moment}, ${moment}
    from seen order by "hostId"
    on conflict (host_id) do update set
      installation_id = coalesce(excluded.installation_id, r.installation_id),
      full_name = excluded.full_name, owner = excluded.owner, name = excluded.name, private = excluded.private,
      default_branch = coalesce(excluded.default_branch, r.default_branch),
      archived = coalesce((select archived from seen where "hostId" = excluded.host_id), r.archived),
      deleted_at = excluded.deleted_at, seen_at = excluded.seen_at
    where r.seen_at <= excluded.seen_at
      and (${change !== 'removed'} or r.installation_id is null or r.installation_id = excluded.installation_id)`)
}

export async function markInstallationRepositoriesDeleted(
  tx: Tx,
  installationId: number,
  at: Date
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    update repositories set deleted_at = ${moment}, seen_at = ${moment}
    where installation_id = ${installationId} and deleted_at is null and seen_at <= ${moment}`)
}
