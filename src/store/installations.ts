// Installations of the App, as the host's events tell of them.
import { sql } from 'drizzle-orm'
import type { InstallationChange, InstallationIdentity } from '../../schemas/events.js'
import type { Tx } from './database.js'

interface Sighting {
  at: Date
  /** Null where the event only mentions the installation. */
  change: InstallationChange | null
}

/** Takes over what a newer event says; what it does not say stays. */
export async function saveInstallation(
  tx: Tx,
  installation: InstallationIdentity,
  { at, change }: Sighting
): Promise<void> {
  const { hostId, accountLogin, accountType, targetId } = installation
  const moment = sql`${at.toISOString()}::timestamptz`
  const deleted = change === 'deleted' ? moment : sql`null::timestamptz`
  const suspended = change === 'suspended' ? moment : sql`null::timestamptz`
  await tx.execute(sql`
    insert into installations as i (host_id, account_login, account_type, target_id, deleted_at, suspended_at, created_at, updated_at)
    values (${hostId}, ${accountLogin}, ${accountType}, ${targetId}, ${deleted}, ${suspended}, ${moment}, ${moment})
    on conflict (host_id) do update set
      account_login = coalesce(excluded.account_login, i.account_login),
      account_type = coalesce(excluded.account_type, i.account_type),
      target_id = coalesce(excluded.target_id, i.target_id),
      deleted_at = excluded.deleted_at, suspended_at = excluded.suspended_at, updated_at = excluded.updated_at
    where ${change !== null} and i.updated_at <= excluded.updated_at`)
}
