// Installations of the App, as the host's events tell of them.

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { InstallationChange, InstallationIdentity } from '#domain/host/events.js'
import { installations } from '#tables/mirror/installations.js'
import { type Db, isMissedAgain, momentOf, rowsOf, type Tx } from '../sql/database.js'

/** Takes over what a newer event says; what it does not say stays. */
export async function saveInstallation(
  tx: Tx,
  { hostId, accountLogin, accountType, targetId }: InstallationIdentity,
  { at, change }: { at: Date; change: InstallationChange }
): Promise<void> {
  const moment = momentOf(at)
  const deleted = change === 'deleted' ? moment : sql`null::timestamptz`
  const suspended = change === 'suspended' ? moment : sql`null::timestamptz`
  await tx.execute(sql`
    insert into installations as i (host_id, account_login, account_type, target_id, deleted_at, suspended_at, created_at, updated_at)
    values (${hostId}, ${accountLogin}, ${accountType}, ${targetId}, ${deleted}, ${suspended}, ${moment}, ${moment})
    on conflict (host_id) do update set
      account_login = coalesce(excluded.account_login, i.account_login),
      account_type = coalesce(excluded.account_type, i.account_type),
      target_id = coalesce(excluded.target_id, i.target_id),
      deleted_at = excluded.deleted_at, missed_at = null, updated_at = excluded.updated_at,
      suspended_at = case when excluded.suspended_at is not null then coalesce(i.suspended_at, excluded.suspended_at) end
    where i.updated_at <= excluded.updated_at`)
}

/**
 * Makes a row for an installation that an event names in passing, or learns whose a nameless one is.
 * The row is older than any event, so that the installation's own event counts even if it is handled later.
 */
export async function insertMentioned(
  tx: Tx,
  { hostId, accountLogin, accountType, targetId }: InstallationIdentity,
  at: Date
): Promise<void> {
  // Almost every event is a mere mention of a known row: it must not make the others wait for a lock on it.
  const onConflict =
    accountLogin === null
      ? sql`do nothing`
      : sql`(host_id) do update set account_login = excluded.account_login, account_type = excluded.account_type,
          target_id = excluded.target_id where i.account_login is null`
  await tx.execute(sql`
    insert into installations as i (host_id, account_login, account_type, target_id, created_at, updated_at)
    values (${hostId}, ${accountLogin}, ${accountType}, ${targetId}, ${momentOf(at)}, to_timestamp(0))
    on conflict ${onConflict}`)
}

/** Those that the host's complete list of this moment is the second one to leave out; they are gone from now on. */
export async function markInstallationsMissing(tx: Tx, listedAt: Date): Promise<number[]> {
  const moment = momentOf(listedAt)
  const isSecond = isMissedAgain(listedAt)
  const rows = await rowsOf<{ hostId: number; isGone: boolean }>(
    tx,
    sql`update installations set missed_at = coalesce(missed_at, ${moment}),
        deleted_at = case when ${isSecond} then ${moment} end,
        updated_at = case when ${isSecond} then ${moment} else updated_at end
      where deleted_at is null and updated_at < ${moment}
      returning host_id::float8 as "hostId", deleted_at is not null as "isGone"`
  )
  return rows.filter(({ isGone }) => isGone).map(({ hostId }) => hostId)
}

/** Installations that are gone and of which something has brought repositories back. */
export async function leftoverInstallations(tx: Tx, listedAt: Date): Promise<number[]> {
  const rows = await rowsOf<{ hostId: number }>(
    tx,
    sql`select host_id::float8 as "hostId" from installations i where deleted_at is not null and exists (
      select from repositories r where r.installation_id = i.host_id and r.deleted_at is null
        and r.presence_told_at <= ${momentOf(listedAt)}
    )`
  )
  return rows.map(({ hostId }) => hostId)
}

export interface InstallationAccount {
  login: string | null
  type: string | null
  targetId: number | null
  isSuspended: boolean
  isGone: boolean
}

export async function installationAccount(
  db: Db,
  installationId: number
): Promise<InstallationAccount | undefined> {
  const [account] = await db
    .select({
      login: installations.accountLogin,
      type: installations.accountType,
      targetId: installations.targetId,
      isSuspended: sql<boolean>`${installations.suspendedAt} is not null`,
      isGone: sql<boolean>`${installations.deletedAt} is not null`
    })
    .from(installations)
    .where(eq(installations.hostId, installationId))
  return account
}

export async function suspendedInstallations(db: Db): Promise<number> {
  return db.$count(installations, and(isNotNull(installations.suspendedAt), isNull(installations.deletedAt)))
}
