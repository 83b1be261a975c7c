// Installations of the App, as reported by events of the host.

import { and, eq, exists, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { InstallationChange, InstallationIdentity } from '#domain/host/events.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, excluded, isMissedAgain, momentOf, type Tx } from '../sql/database.js'

/** Stores what a newer event contains and keeps the rest. */
export async function saveInstallation(
  tx: Tx,
  { hostId, accountLogin, accountType, targetId }: InstallationIdentity,
  { at, change }: { at: Date; change: InstallationChange }
): Promise<void> {
  const deletedAt = change === 'deleted' ? at : null
  const suspendedAt = change === 'suspended' ? at : null
  const orKnown = (column: PgColumn) => sql`coalesce(${excluded(column)}, ${column})`
  await tx
    .insert(installations)
    .values({
      hostId,
      accountLogin,
      accountType,
      targetId,
      deletedAt,
      suspendedAt,
      createdAt: at,
      updatedAt: at
    })
    .onConflictDoUpdate({
      target: installations.hostId,
      set: {
        accountLogin: orKnown(installations.accountLogin),
        accountType: orKnown(installations.accountType),
        targetId: orKnown(installations.targetId),
        deletedAt,
        suspendedAt: suspendedAt && sql`coalesce(${installations.suspendedAt}, ${momentOf(at)})`,
        missedAt: null,
        updatedAt: at
      },
      setWhere: lte(installations.updatedAt, at)
    })
}

/**
 * Creates a row for an installation that an event only mentions, or adds the account to a row without one. The row is
 * older than any event, so that the installation's own event counts even if it is handled later.
 */
export async function insertMentioned(
  tx: Tx,
  { hostId, accountLogin, accountType, targetId }: InstallationIdentity,
  at: Date
): Promise<void> {
  const account = { accountLogin, accountType, targetId }
  const mentioned = tx
    .insert(installations)
    .values({ hostId, ...account, createdAt: at, updatedAt: new Date(0) })
  // Almost every event only mentions a known row and must not lock it.
  if (accountLogin === null) await mentioned.onConflictDoNothing()
  else
    await mentioned.onConflictDoUpdate({
      target: installations.hostId,
      set: account,
      setWhere: isNull(installations.accountLogin)
    })
}

/** Marks installations as deleted that are missing from two complete lists of the host; returns those. */
export async function markInstallationsMissing(tx: Tx, listedAt: Date): Promise<number[]> {
  const moment = momentOf(listedAt)
  const { hostId, deletedAt, missedAt, updatedAt } = installations
  const isSecond = isMissedAgain(missedAt, listedAt)
  const rows = await tx
    .update(installations)
    .set({
      missedAt: sql`coalesce(${missedAt}, ${moment})`,
      deletedAt: sql`case when ${isSecond} then ${moment} end`,
      updatedAt: sql`case when ${isSecond} then ${moment} else ${updatedAt} end`
    })
    .where(and(isNull(deletedAt), lt(updatedAt, listedAt)))
    .returning({ hostId, isGone: sql<boolean>`${deletedAt} is not null` })
  return rows.filter(({ isGone }) => isGone).map(({ hostId }) => hostId)
}

/** Deleted installations with live repositories, which an event has restored. */
export async function leftoverInstallations(tx: Tx, listedAt: Date): Promise<number[]> {
  const theirs = tx
    .select({ id: repositories.id })
    .from(repositories)
    .where(
      and(
        eq(repositories.installationId, installations.hostId),
        isNull(repositories.deletedAt),
        lte(repositories.presenceToldAt, listedAt)
      )
    )
  const rows = await tx
    .select({ hostId: installations.hostId })
    .from(installations)
    .where(and(isNotNull(installations.deletedAt), exists(theirs)))
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

export interface ActiveInstallation {
  hostId: number
  account: string | null
}

export async function activeInstallations(db: Db): Promise<ActiveInstallation[]> {
  return db
    .select({ hostId: installations.hostId, account: installations.accountLogin })
    .from(installations)
    .where(isNull(installations.deletedAt))
    .orderBy(installations.hostId)
}
