// Repositories by their lasting id, as the host's events tell of them.

import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { RepositoryChange, RepositoryIdentity } from '#domain/host/events.js'
import { repoNotFound } from '#errors/errors.js'
import type { RepoParams } from '#schemas/common.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, idsIn, isMissedAgain, momentOf, rowsOf, type Tx } from '../sql/database.js'
import { isNamed } from '../sql/repository-name.js'

/** Whether a repository is there, and whether the sums over all include it. */
export interface Visibility {
  repoId: number
  live: boolean
  counted: boolean
}

const visibility = sql`returning host_id::float8 as "repoId", deleted_at is null as live, counted`

interface Mention {
  at: Date
  installationId: number | null
  change?: RepositoryChange
}
export type RepositoryPresence = Required<Mention>

/**
 * Takes over what a newer event says a repository is called, renames included; what it does not say stays, and is private
 * from the start. One that nobody has heard of is there from now on, unless its installation is gone; of one that is
 * known this says neither that it is there nor whose it is. What tells that one went says nothing of what it is called by now.
 */
export async function saveRepositories(
  tx: Tx,
  repositories: readonly RepositoryIdentity[],
  { at, installationId, change = 'present' }: Mention
): Promise<Visibility[]> {
  if (repositories.length === 0) return []
  const moment = momentOf(at)
  const isNews = change === 'present' ? sql`r.seen_at <= excluded.seen_at` : sql`false`
  return rowsOf(
    tx,
    sql`
    with seen as (
      select distinct on ("hostId") * from json_to_recordset(${JSON.stringify(repositories)}::json) as seen
        ("hostId" bigint, owner text, name text, private boolean, "defaultBranch" text, archived boolean, language text, stars int,
          "pushedAt" timestamptz, "createdAt" timestamptz, "openCount" int)
      order by "hostId"
    )
    insert into repositories as r
      (host_id, installation_id, full_name, owner, name, private, default_branch, archived, language, stars, pushed_at,
        host_created_at, host_open_count, deleted_at, presence_told_at, seen_at, created_at)
    select "hostId", ${installationId}::bigint, owner || '/' || name, owner, name, coalesce(private, true),
      "defaultBranch", coalesce(archived, false), language, coalesce(stars, 0), "pushedAt", "createdAt", "openCount",
      (select deleted_at from installations where host_id = ${installationId}), ${moment}, ${moment}, ${moment}
    from seen order by "hostId"
    on conflict (host_id) do update set
      installation_id = coalesce(r.installation_id, excluded.installation_id),
      full_name = excluded.full_name, owner = excluded.owner, name = excluded.name, 
      private = coalesce((select private from seen where "hostId" = excluded.host_id), r.private),
      default_branch = coalesce(excluded.default_branch, r.default_branch),
      archived = coalesce((select archived from seen where "hostId" = excluded.host_id), r.archived),
      language = coalesce(excluded.language, r.language),
      stars = coalesce((select stars from seen where "hostId" = excluded.host_id), r.stars),
      pushed_at = coalesce(excluded.pushed_at, r.pushed_at),
      host_created_at = coalesce(excluded.host_created_at, r.host_created_at),
      host_open_count = coalesce(excluded.host_open_count, r.host_open_count), seen_at = excluded.seen_at, missed_at = null
    where ${isNews}
    ${visibility}`
  )
}

/**
 * Whether repositories are there, and whose: what was told later stays. One that is gone keeps its row and all that hangs
 * on it; one that an installation no longer sees may belong to another by now.
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
    ? sql`deleted_at = null, missed_at = null, installation_id = coalesce(${installationId}, installation_id)`
    : sql`deleted_at = ${moment}, seen_at = greatest(seen_at, ${moment}), installation_id = coalesce(installation_id, ${installationId})`
  const mayTell = change === 'removed' ? sql`coalesce(installation_id = ${installationId}, true)` : sql`true`
  return rowsOf(
    tx,
    sql`update repositories set ${set}, presence_told_at = ${moment}
      where host_id in (select host_id from repositories
        where host_id in ${idsIn(repoIds)} and presence_told_at <= ${moment} and ${mayTell}
        order by host_id for update)
      ${visibility}`
  )
}

export async function markInstallationReposDeleted(
  tx: Tx,
  installationId: number,
  at: Date
): Promise<Visibility[]> {
  const moment = momentOf(at)
  return rowsOf(
    tx,
    sql`update repositories set deleted_at = ${moment}, presence_told_at = ${moment},
        seen_at = greatest(seen_at, ${moment})
      where id in (select id from repositories
        where installation_id = ${installationId} and deleted_at is null and presence_told_at <= ${moment}
        order by host_id for update)
      ${visibility}`
  )
}

/**
 * Those that the host's complete list of this moment has left out: whatever the list before left out too is gone, the
 * others are remembered for the next one.
 */
export async function markMissing(tx: Tx, installationId: number, listedAt: Date): Promise<Visibility[]> {
  const moment = momentOf(listedAt)
  const isSecond = isMissedAgain(listedAt)
  return rowsOf(
    tx,
    sql`update repositories set missed_at = coalesce(missed_at, ${moment}),
        deleted_at = case when ${isSecond} then ${moment} end,
        presence_told_at = case when ${isSecond} then ${moment} else presence_told_at end
      where host_id in (
        select host_id from repositories
        where installation_id = ${installationId} and deleted_at is null
          and greatest(seen_at, presence_told_at) < ${moment}
        order by host_id for update
      )
      ${visibility}`
  )
}

/** Marks a repository as gone, whatever was told of it before. */
export async function markRepositoryDeleted(tx: Tx, repoId: number, at: Date): Promise<Visibility[]> {
  const moment = momentOf(at)
  return rowsOf(
    tx,
    sql`update repositories set deleted_at = ${moment}, presence_told_at = greatest(presence_told_at, ${moment})
      where host_id = ${repoId} and deleted_at is null
      ${visibility}`
  )
}

export async function markCounted(tx: Tx, repoIds: readonly number[], counted: boolean): Promise<void> {
  await tx
    .update(repositories)
    .set({ counted })
    .where(sql`${repositories.hostId} in ${idsIn(repoIds)}`)
}

export interface RepositoryRef {
  repoId: number
  fullName: string
  installationId: number | null
}

/** The repository of these names, in any case; one that is gone is not found. */
export function repositoryByName(db: Db, { owner, repo }: RepoParams): Promise<RepositoryRef> {
  return repositoryByFullName(db, `${owner}/${repo}`)
}

/** The same by its full name. */
export async function repositoryByFullName(db: Db, fullName: string): Promise<RepositoryRef> {
  const [found] = await rowsOf<RepositoryRef>(
    db,
    sql`select host_id::float8 as "repoId", full_name as "fullName", installation_id::float8 as "installationId"
      from repositories
      where ${isNamed(fullName)} and deleted_at is null
      order by seen_at desc, id desc limit 1`
  )
  if (!found) throw repoNotFound(fullName)
  return found
}

export interface KnownRepository extends RepositoryRef {
  defaultBranch: string | null
  live: boolean
  /** Whether its installation is suspended: nothing can be read or written until that ends. */
  isSuspended: boolean
}

/** Of a row of repositories under this name. */
export const isSuspended = (table: SQL): SQL => sql`exists (select from installations
  where host_id = ${table}.installation_id and suspended_at is not null)`

/** The repository of this id, also one that is gone. */
export async function repositoryById(db: Db | Tx, repoId: number): Promise<KnownRepository> {
  const [found] = await rowsOf<KnownRepository>(
    db,
    sql`select host_id::float8 as "repoId", full_name as "fullName", installation_id::float8 as "installationId",
        default_branch as "defaultBranch", deleted_at is null as live,
        ${isSuspended(sql`repositories`)} as "isSuspended"
      from repositories where host_id = ${repoId}`
  )
  if (!found) throw repoNotFound(`with the id ${repoId}`)
  return found
}

/** The main language of a repository, as the host says. */
export async function languageOf(db: Db, repoId: number): Promise<string | null> {
  const { language, hostId } = repositories
  const [found] = await db.select({ language }).from(repositories).where(eq(hostId, repoId))
  return found?.language ?? null
}

/** The ids of all that are there. */
export async function liveRepositories(db: Db): Promise<number[]> {
  const rows = await db
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(isNull(repositories.deletedAt))
    .orderBy(repositories.hostId)
  return rows.map(({ repoId }) => repoId)
}
