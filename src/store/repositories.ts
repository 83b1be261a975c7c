// Repositories by their lasting id, as the host's events tell of them.
import { sql } from 'drizzle-orm'
import type { RepositoryIdentity } from '../../schemas/events.js'
import type { Tx } from './database.js'

interface Sighting {
  at: Date
  installationId: number | null
  deleted: boolean
}

/** Takes over what a newer event says, renames included; what it does not say stays. */
export async function saveRepositories(
  tx: Tx,
  repositories: readonly RepositoryIdentity[],
  sighting: Sighting
): Promise<void> {
  if (repositories.length === 0) return
  const sorted = [...repositories].sort((a, b) => a.hostId - b.hostId)
  const at = sql`${sighting.at.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into repositories as r
      (host_id, installation_id, full_name, owner, name, private, default_branch, archived, deleted_at, seen_at, created_at)
    select distinct on ("hostId") "hostId", ${sighting.installationId}::bigint, owner || '/' || name, owner, name, private,
      "defaultBranch", coalesce(archived, false), case when ${sighting.deleted} then ${at} end, ${at}, ${at}
    from json_to_recordset(${JSON.stringify(sorted)}::json) as seen
      ("hostId" bigint, owner text, name text, private boolean, "defaultBranch" text, archived boolean)
    order by "hostId"
    on conflict (host_id) do update set
      installation_id = coalesce(excluded.installation_id, r.installation_id),
      full_name = excluded.full_name, owner = excluded.owner, name = excluded.name, private = excluded.private,
      default_branch = coalesce(excluded.default_branch, r.default_branch),
      archived = excluded.archived, deleted_at = excluded.deleted_at, seen_at = excluded.seen_at
    where r.seen_at <= excluded.seen_at`)
}

/** Marks repositories as gone; their rows and all that hangs on them stay. */
export async function markRepositoriesDeleted(tx: Tx, hostIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`
    update repositories set deleted_at = ${at.toISOString()}::timestamptz, seen_at = ${at.toISOString()}::timestamptz
    where host_id in (select value::bigint from json_array_elements_text(${JSON.stringify(hostIds)}::json))
      and deleted_at is null and seen_at <= ${at.toISOString()}::timestamptz`)
}

export async function markInstallationRepositoriesDeleted(
  tx: Tx,
  installationId: number,
  at: Date
): Promise<void> {
  await tx.execute(sql`
    update repositories set deleted_at = ${at.toISOString()}::timestamptz
    where installation_id = ${installationId} and deleted_at is null and seen_at <= ${at.toISOString()}::timestamptz`)
}
