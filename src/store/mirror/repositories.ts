// Repositories by the host's id, which never changes, as reported by events of the host.

import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { RepositoryChange, RepositoryIdentity } from '#domain/host/events.js'
import { repoNotFound } from '#errors/errors.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import {
  bareColumns,
  type Db,
  excluded,
  idsIn,
  isMissedAgain,
  momentOf,
  rowsOf,
  type Tx
} from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'

const r = alias(repositories, 'r')
const known = alias(repositories, 'known')
const column = bareColumns(repositories)

/** Whether a repository is live, and whether the fleet's counters include it. */
export interface Visibility {
  repoId: number
  live: boolean
  counted: boolean
}

export const VISIBILITY_COLUMNS = {
  repoId: repositories.hostId,
  live: sql<boolean>`${repositories.deletedAt} is null`,
  counted: repositories.counted
}

/** A repository after an event or a listing named it. */
export interface SavedRepository extends Visibility {
  fullName: string
  /** The name that it had before; null if it is the same, or none was known. */
  formerName: string | null
}

interface Mention {
  at: Date
  installationId: number | null
  change?: RepositoryChange
}
export type RepositoryPresence = Required<Mention>

/**
 * Stores the properties of repositories that a newer event contains, renames included, and keeps the others. A new
 * repository is private unless the event says otherwise. A repository that is not known yet counts as present, unless
 * its installation is deleted. For a known one this changes neither presence nor owner. An event about a deletion does
 * not change properties.
 */
export async function saveRepositories(
  tx: Tx,
  identities: readonly RepositoryIdentity[],
  { at, installationId, change = 'present' }: Mention
): Promise<SavedRepository[]> {
  if (identities.length === 0) return []
  const moment = momentOf(at)
  const ofThis = sql`from seen where "hostId" = ${excluded(repositories.hostId)}`
  const isNews = change === 'present' ? sql`${r.seenAt} <= ${excluded(repositories.seenAt)}` : sql`false`
  return rowsOf(
    tx,
    sql`
    with seen as (
      select distinct on ("hostId") * from json_to_recordset(${JSON.stringify(identities)}::json) as seen
        ("hostId" bigint, owner text, name text, private boolean, "defaultBranch" text, archived boolean, language text, stars int,
          "pushedAt" timestamptz, "createdAt" timestamptz, "openCount" int)
      order by "hostId"
    ),
    -- Locked, so that of two who tell of a new name at once only the first knows the former one.
    known as (
      select ${known.hostId}, ${known.fullName} from ${repositories} known
      where ${known.hostId} in (select "hostId" from seen) order by ${known.hostId} for no key update
    )
    insert into ${repositories} as r
      (${column.hostId}, ${column.installationId}, ${column.fullName}, ${column.owner}, ${column.name},
        ${column.private}, ${column.defaultBranch}, ${column.archived}, ${column.language}, ${column.stars},
        ${column.pushedAt}, ${column.hostCreatedAt}, ${column.hostOpenCount}, ${column.deletedAt},
        ${column.presenceToldAt}, ${column.seenAt}, ${column.createdAt})
    select "hostId", ${installationId}::bigint, owner || '/' || name, owner, name, coalesce(private, true),
      "defaultBranch", coalesce(archived, false), language, coalesce(stars, 0), "pushedAt", "createdAt", "openCount",
      (select ${installations.deletedAt} from ${installations} where ${installations.hostId} = ${installationId}),
        ${moment}, ${moment}, ${moment}
    from seen left join known on ${known.hostId} = "hostId" order by "hostId"
    on conflict (${column.hostId}) do update set
      ${column.installationId} = coalesce(${r.installationId}, ${excluded(repositories.installationId)}),
      ${column.fullName} = ${excluded(repositories.fullName)},
      ${column.owner} = ${excluded(repositories.owner)}, ${column.name} = ${excluded(repositories.name)},
      ${column.private} = coalesce((select private ${ofThis}), ${r.private}),
      ${column.defaultBranch} = coalesce(${excluded(repositories.defaultBranch)}, ${r.defaultBranch}),
      ${column.archived} = coalesce((select archived ${ofThis}), ${r.archived}),
      ${column.language} = coalesce(${excluded(repositories.language)}, ${r.language}),
      ${column.stars} = coalesce((select stars ${ofThis}), ${r.stars}),
      ${column.pushedAt} = coalesce(${excluded(repositories.pushedAt)}, ${r.pushedAt}),
      ${column.hostCreatedAt} = coalesce(${excluded(repositories.hostCreatedAt)}, ${r.hostCreatedAt}),
      ${column.hostOpenCount} = coalesce(${excluded(repositories.hostOpenCount)}, ${r.hostOpenCount}),
      ${column.seenAt} = ${excluded(repositories.seenAt)}, ${column.missedAt} = null
    where ${isNews}
    returning ${r.hostId}::float8 as "repoId", ${r.deletedAt} is null as live, ${r.counted},
      ${r.fullName} as "fullName",
      (select ${known.fullName} from known where ${known.hostId} = ${r.hostId} and ${known.fullName} <> ${r.fullName}) as "formerName"`
  )
}

/**
 * Stores whether repositories are present, and their installation, unless something newer is known. A deleted
 * repository keeps its row and everything that refers to it. One that an installation no longer sees may belong to another by now.
 */
export async function savePresence(
  tx: Tx,
  repoIds: readonly number[],
  { at, installationId, change }: RepositoryPresence
): Promise<Visibility[]> {
  if (repoIds.length === 0) return []
  const moment = momentOf(at)
  const isThere = change === 'present'
  const set = isThere
    ? {
        deletedAt: null,
        missedAt: null,
        installationId: sql`coalesce(${installationId}, ${repositories.installationId})`
      }
    : {
        deletedAt: at,
        seenAt: sql`greatest(${repositories.seenAt}, ${moment})`,
        installationId: sql`coalesce(${repositories.installationId}, ${installationId})`
      }
  const isOfInstallation =
    change === 'removed' ? sql`coalesce(${repositories.installationId} = ${installationId}, true)` : undefined
  const ids = lockedIds(
    tx,
    and(inArray(repositories.hostId, idsIn(repoIds)), lte(repositories.presenceToldAt, at), isOfInstallation)
  )
  return tx
    .update(repositories)
    .set({ ...set, presenceToldAt: at })
    .where(inArray(repositories.hostId, ids))
    .returning(VISIBILITY_COLUMNS)
}

/** Locks these repositories in the order that all transactions use. */
function lockedIds(tx: Tx, which: SQL | undefined) {
  const { hostId } = repositories
  return tx.select({ hostId }).from(repositories).where(which).orderBy(hostId).for('no key update')
}

export async function markInstallationReposDeleted(
  tx: Tx,
  installationId: number,
  at: Date
): Promise<Visibility[]> {
  const moment = momentOf(at)
  const theirs = lockedIds(
    tx,
    and(
      eq(repositories.installationId, installationId),
      isNull(repositories.deletedAt),
      lte(repositories.presenceToldAt, at)
    )
  )
  return tx
    .update(repositories)
    .set({ deletedAt: at, presenceToldAt: at, seenAt: sql`greatest(${repositories.seenAt}, ${moment})` })
    .where(inArray(repositories.hostId, theirs))
    .returning(VISIBILITY_COLUMNS)
}

/**
 * Processes repositories that are missing from a complete list of the host. Those that the previous list lacked too are
 * marked as deleted, the others as missing once.
 */
export async function markMissing(tx: Tx, installationId: number, listedAt: Date): Promise<Visibility[]> {
  const moment = momentOf(listedAt)
  const { hostId, deletedAt, missedAt, presenceToldAt, seenAt } = repositories
  const isSecond = isMissedAgain(missedAt, listedAt)
  const leftOut = lockedIds(
    tx,
    and(
      eq(repositories.installationId, installationId),
      isNull(deletedAt),
      sql`greatest(${seenAt}, ${presenceToldAt}) < ${moment}`
    )
  )
  return tx
    .update(repositories)
    .set({
      missedAt: sql`coalesce(${missedAt}, ${moment})`,
      deletedAt: sql`case when ${isSecond} then ${moment} end`,
      presenceToldAt: sql`case when ${isSecond} then ${moment} else ${presenceToldAt} end`
    })
    .where(inArray(hostId, leftOut))
    .returning(VISIBILITY_COLUMNS)
}

/** Marks a repository as deleted, whatever is known of its presence. */
export async function markRepositoryDeleted(tx: Tx, repoId: number, at: Date): Promise<Visibility[]> {
  const presenceToldAt = sql`greatest(${repositories.presenceToldAt}, ${momentOf(at)})`
  return tx
    .update(repositories)
    .set({ deletedAt: at, presenceToldAt })
    .where(and(eq(repositories.hostId, repoId), isNull(repositories.deletedAt)))
    .returning(VISIBILITY_COLUMNS)
}

export async function markCounted(tx: Tx, repoIds: readonly number[], counted: boolean): Promise<void> {
  await tx
    .update(repositories)
    .set({ counted })
    .where(inArray(repositories.hostId, idsIn(repoIds)))
}

export interface RepositoryRef {
  repoId: number
  fullName: string
  installationId: number | null
}

const REF_COLUMNS = {
  repoId: repositories.hostId,
  fullName: repositories.fullName,
  installationId: repositories.installationId
}

/** Finds a live repository by name, in any case. */
export function repositoryByName(db: Db, params: RepoParams): Promise<RepositoryRef> {
  return repositoryByFullName(db, fullNameOf(params))
}

/** Finds a live repository by its full name. */
export async function repositoryByFullName(db: Db, fullName: string): Promise<RepositoryRef> {
  const found = await lookUpRepository(db, fullName)
  if (!found) throw repoNotFound(fullName)
  return found
}

/** Undefined if there is no live repository of this name. */
export async function lookUpRepository(db: Db, fullName: string): Promise<RepositoryRef | undefined> {
  const [found] = await db
    .select(REF_COLUMNS)
    .from(repositories)
    .where(eq(repositories.hostId, idNamed(fullName)))
  return found
}

export interface KnownRepository extends RepositoryRef {
  defaultBranch: string | null
  isPrivate: boolean
  live: boolean
  /** Whether the host lets nobody write it. */
  archived: boolean
  /** Whether its installation is suspended, so that the host can be neither read nor written. */
  isSuspended: boolean
}

/** Takes `repositories` or an alias of it. */
export const isSuspended = ({ installationId }: { installationId: PgColumn }): SQL<boolean> =>
  sql`exists (select from ${installations}
    where ${installations.hostId} = ${installationId} and ${installations.suspendedAt} is not null)`

/** Finds a repository by id, deleted ones included. */
export async function repositoryById(db: Db | Tx, repoId: number): Promise<KnownRepository> {
  const [found] = await db
    .select({
      ...REF_COLUMNS,
      defaultBranch: repositories.defaultBranch,
      isPrivate: repositories.private,
      live: VISIBILITY_COLUMNS.live,
      archived: repositories.archived,
      isSuspended: isSuspended(repositories)
    })
    .from(repositories)
    .where(eq(repositories.hostId, repoId))
  if (!found) throw repoNotFound(`with the id ${repoId}`)
  return found
}

/** The main language of a repository, from the host. */
export async function languageOf(db: Db, repoId: number): Promise<string | null> {
  const { language, hostId } = repositories
  const [found] = await db.select({ language }).from(repositories).where(eq(hostId, repoId))
  return found?.language ?? null
}

/** The ids of all live repositories. */
export async function liveRepositories(db: Db): Promise<number[]> {
  const rows = await db
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(isNull(repositories.deletedAt))
    .orderBy(repositories.hostId)
  return rows.map(({ repoId }) => repoId)
}
