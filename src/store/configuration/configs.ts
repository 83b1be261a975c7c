// Stored configuration of repositories: overrides, their history, and copies of the files.

import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import type { JsonObject, Paging } from '#schemas/common.js'
import type { ConfigAction, ConfigHistory } from '#schemas/configuration/config.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import { configFiles, configHistory, repoConfigs } from '#tables/configuration/configs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { isSuspended } from '../mirror/repositories.js'
import { bareColumns, type Db, excluded, rowsOf, type Tx, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

const f = alias(configFiles, 'f')
const r = alias(repositories, 'r')
const c = alias(repoConfigs, 'c')
const l = alias(repoConfigs, 'l')
const o = alias(repoConfigs, 'o')
const h = alias(configHistory, 'h')
const n = alias(repositories, 'n')
const former = alias(configFiles, 'former')
const column = bareColumns(repoConfigs)

const t = alias(repositories, 't')

/** The repository whose file applies to all repositories of its owner. */
export const ORGANISATION_REPOSITORY = 'service-config'

export const NOT_READ_YET = 'It has not been read yet.'
export const ORGANISATION_GONE = `The repository ${ORGANISATION_REPOSITORY} of this owner is gone or has another name, and what it has set and locked is kept. Let the service see it again, or create it anew, with an empty file to have none of that.`

export interface StoredFile {
  repoId: number
  owner: string
  name: string
  installationId: number | null
  isSuspended: boolean
  /** It is the organisation's, and its repository was deleted, renamed or is not seen by the service any more. */
  isGone: boolean
  path: string | null
  sha: string | null
  etag: string | null
  content: JsonObject
  fetchedAt: Date | null
  checkedAt: Date | null
  error: string | null
}

export interface StoredConfig {
  repoId: number
  overrides: JsonObject
  version: number
  updatedBy: string | null
  updatedAt: Date | null
  /** The file of the repository itself; undefined for the owner's repository. */
  file: StoredFile | undefined
  org: StoredFile | undefined
}

const organisationKey = sql`lower(${r.owner} || '/' || ${ORGANISATION_REPOSITORY}) collate "C"`
const isElsewhere = sql`(${t.deletedAt} is not null or ${nameKey(t)} <> ${organisationKey})`
/** A repository that lost its place keeps its own file. */
const isGone = sql`(${t.hostId} <> ${r.hostId} and ${isElsewhere})`

/**
 * The repository that holds for the owner of `r`. One that is gone or has another name holds until another has its
 * place, if it has set anything.
 */
const organisation = sql`${t.hostId} = any(array(
    select ${n.hostId} from ${repositories} n where ${nameKey(n)} = ${organisationKey}
    union all select ${former.repoId} from ${configFiles} former where ${former.organisation} = lower(${r.owner})))
  and (not ${isElsewhere} or coalesce(${f.content}::text, '{}') <> '{}')
  order by ${isElsewhere}, ${t.seenAt} desc, ${t.id} desc limit 1`

const fileRow = (
  isGone: ReturnType<typeof sql>
) => sql`select ${t.hostId}::float8 as "repoId", ${t.owner}, ${t.name},
    ${t.installationId}::float8 as "installationId", ${isSuspended(t)} as "isSuspended", ${isGone} as "isGone", ${f.path}, ${f.sha},
      ${f.etag}, ${f.content}, ${utc(f.fetchedAt)} as "fetchedAt",
    ${utc(f.checkedAt)} as "checkedAt", ${f.error}
  from ${repositories} t left join ${configFiles} f on ${f.repoId} = ${t.hostId}`

const OWN_FILE = fileRow(sql`false`)
const ORGANISATION_FILE = sql`${fileRow(isGone)} where ${organisation}`

/** As text, because the drivers parse JSON differently. */
const asText = (row: ReturnType<typeof sql>) => sql`(select row_to_json(file)::text from (${row}) as file)`

interface Row {
  overrides: string
  version: number
  updatedBy: string | null
  updatedAt: string | null
  isOrganisation: boolean
  file: string
  org: string | null
}

/** Loads everything about an existing repository in one round trip. */
export async function storedConfig(db: Db | Tx, repoId: number): Promise<StoredConfig> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select coalesce(${c.overrides}::text, '{}') as overrides, coalesce(${c.version}, 0) as version,
        ${c.updatedBy} as "updatedBy", ${utc(c.updatedAt)} as "updatedAt",
        lower(${r.name}) = ${ORGANISATION_REPOSITORY} as "isOrganisation",
        ${asText(sql`${OWN_FILE} where ${t.hostId} = ${r.hostId}`)} as file, ${asText(ORGANISATION_FILE)} as org
      from ${repositories} r left join ${repoConfigs} c on ${c.repoId} = ${r.hostId} where ${r.hostId} = ${repoId}`
  )
  if (!row) throw new Error('the row of a repository stays')
  const { overrides, updatedAt, isOrganisation, file, org, ...others } = row
  return {
    repoId,
    ...others,
    overrides: JSON.parse(overrides),
    updatedAt: dateOf(updatedAt),
    file: isOrganisation ? undefined : fileOf(file),
    org: org === null ? undefined : fileOf(org)
  }
}

/** Whether the configuration of the repository `r` depends on the file `f` of `t`. */
export const isSourceOf = sql`((${t.hostId} = ${r.hostId} and ${t.deletedAt} is null) or ${t.hostId} = (
  select ${t.hostId} from ${repositories} t left join ${configFiles} f on ${f.repoId} = ${t.hostId} where ${organisation}))`

/** Why a file that the repository `r` depends on is unknown; no row if all are known. */
export const firstUnreadFile = sql`select case when ${isGone} then ${ORGANISATION_GONE}
    when ${isSuspended(t)} then ${SUSPENDED} else coalesce(${f.error}, ${NOT_READ_YET}) end
  from ${repositories} t left join ${configFiles} f on ${f.repoId} = ${t.hostId}
  where ${isSourceOf}
    and (${isGone} or ${f.fetchedAt} is null or ${f.error} is not null or ${isSuspended(t)})
  order by ${t.hostId} <> ${r.hostId} limit 1`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

function fileOf(text: string): StoredFile {
  const { fetchedAt, checkedAt, content, ...file } = JSON.parse(text)
  return { ...file, content: content ?? {}, fetchedAt: dateOf(fetchedAt), checkedAt: dateOf(checkedAt) }
}

/** A live repository and its file. */
export async function storedFile(db: Db | Tx, repoId: number): Promise<StoredFile | undefined> {
  const [row] = await rowsOf<{ file: string | null }>(
    db,
    sql`select ${asText(sql`${OWN_FILE} where ${t.hostId} = ${repoId} and ${t.deletedAt} is null`)} as file`
  )
  return row?.file ? fileOf(row.file) : undefined
}

export interface FileCheck {
  repoId: number
  checkedAt: Date
  error: string | null
}

export interface FileCopy extends FileCheck {
  path: string | null
  sha: string | null
  etag: string | null
  content: JsonObject
}

/** An earlier request never replaces the result of a later one. */
const isNewest = sql`${configFiles.checkedAt} <= ${excluded(configFiles.checkedAt)}`

/** Stores the current file of the host. */
export async function saveFile(tx: Tx, copy: FileCopy): Promise<void> {
  const { repoId, path, sha, etag, content, checkedAt, error } = copy
  const file = { path, sha, etag, content, fetchedAt: checkedAt, checkedAt, error }
  const { hostId, owner, name } = repositories
  const organisation = sql<string>`(select lower(${owner}) from ${repositories}
    where ${hostId} = ${repoId} and lower(${name}) = ${ORGANISATION_REPOSITORY})`
  await tx
    .insert(configFiles)
    .values({ repoId, ...file, organisation })
    .onConflictDoUpdate({
      target: configFiles.repoId,
      set: {
        ...file,
        organisation: sql`coalesce(${excluded(configFiles.organisation)}, ${configFiles.organisation})`
      },
      setWhere: isNewest
    })
}

/** Keeps the last good copy; without an error it is still current. False if a later check is stored already. */
export async function saveFileCheck(tx: Tx, { repoId, checkedAt, error }: FileCheck): Promise<boolean> {
  const check = { checkedAt, error }
  const saved = await tx
    .insert(configFiles)
    .values({ repoId, ...check })
    .onConflictDoUpdate({
      target: configFiles.repoId,
      set: error === null ? { ...check, fetchedAt: checkedAt } : check,
      setWhere: isNewest
    })
    .returning({ repoId: configFiles.repoId })
  return saved.length > 0
}

/** Locks the row of a file and returns the error of the last check. */
export async function lockFileError(tx: Tx, repoId: number): Promise<string | null> {
  const [row] = await tx
    .select({ error: configFiles.error })
    .from(configFiles)
    .where(eq(configFiles.repoId, repoId))
    .for('update')
  return row?.error ?? null
}

/** The id of a feed item about a file. It shares the sequence of the history, so that ids do not clash. */
export async function nextConfigFeedId(tx: Tx): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('config_history', 'id'))::float8 as id`
  )
  if (!row) throw new Error('a sequence goes on')
  return row.id
}

export interface LockedConfig {
  overrides: JsonObject
  version: number
}

/**
 * Locks the overrides of a repository and creates them if necessary; undefined if the repository is deleted. Like a
 * merge, it locks the repository first.
 */
export async function lockConfig(tx: Tx, repoId: number): Promise<LockedConfig | undefined> {
  const there = await tx
    .select({ id: repositories.hostId })
    .from(repositories)
    .where(and(eq(repositories.hostId, repoId), isNull(repositories.deletedAt)))
    .for('key share')
  if (there.length === 0) return undefined
  await tx.insert(repoConfigs).values({ repoId }).onConflictDoNothing()
  const [held] = await tx
    .select({ overrides: sql<string>`${repoConfigs.overrides}::text`, version: repoConfigs.version })
    .from(repoConfigs)
    .where(eq(repoConfigs.repoId, repoId))
    .for('update')
  return held && { version: held.version, overrides: JSON.parse(held.overrides) }
}

/**
 * Before a merge: gives the orphan's overrides precedence if its successor has none. They get a version that
 * neither had, so that no client's If-Match fits by chance.
 */
export async function moveConfigIfEmpty(
  tx: Tx,
  { orphan, successor }: { orphan: number; successor: number }
): Promise<void> {
  await tx.execute(sql`
    with empty as (
      delete from ${repoConfigs} l using ${repoConfigs} o
      where ${l.repoId} = ${successor} and ${l.overrides}::text = '{}' and ${o.repoId} = ${orphan}
        and ${o.overrides}::text <> '{}'
      returning ${l.version}
    )
    update ${repoConfigs} c set ${column.version} = greatest(${c.version}, empty.version) + 1
    from empty where ${c.repoId} = ${orphan}`)
}

export interface NewConfig {
  repoId: number
  action: ConfigAction
  before: JsonObject
  after: JsonObject
  version: number
  restoredFrom: number | null
  by: string
  at: Date
}

/** Sets the overrides of a locked row and records the change; returns the id of the record. */
export async function saveConfig(tx: Tx, change: NewConfig): Promise<number> {
  const { repoId, action, before, after, version, restoredFrom, by, at } = change
  await tx
    .update(repoConfigs)
    .set({ overrides: after, version, updatedBy: by, updatedAt: at })
    .where(eq(repoConfigs.repoId, repoId))
  const [entry] = await tx
    .insert(configHistory)
    .values({ repoId, action, before, after, version, restoredFrom, updatedBy: by, createdAt: at })
    .returning({ id: configHistory.id })
  if (!entry) throw new Error('an inserted row has an id')
  return entry.id
}

export interface StoredConfigEntry {
  action: ConfigAction
  after: JsonObject
}

export async function configEntryById(
  tx: Tx,
  repoId: number,
  id: number
): Promise<StoredConfigEntry | undefined> {
  const [row] = await tx
    .select({ action: configHistory.action, after: sql<string>`${configHistory.after}::text` })
    .from(configHistory)
    .where(and(eq(configHistory.id, id), eq(configHistory.repoId, repoId)))
  return row && { action: row.action, after: JSON.parse(row.after) }
}

/** The newest first. */
export async function configHistoryText(
  db: Db,
  repoId: number,
  { perPage, offset, action }: Paging & { action: ConfigAction | undefined }
): Promise<JsonText<ConfigHistory>> {
  const ofAction = action === undefined ? sql`` : sql`and ${h.action} = ${action}`
  const from = sql`from ${configHistory} h where ${h.repoId} = ${repoId} ${ofAction}`
  const [page] = await rowsOf<{ text: string }>(
    db,
    sql`select '{"history":[' || coalesce(string_agg(row_to_json(entry)::text, ',' order by id desc), '') ||
        '],"total":' || (select count(*) ${from}) || '}' as text
      from (
        select ${h.id}::float8 as id, ${h.action}, ${h.before}, ${h.after}, ${h.version}, ${h.restoredFrom},
          ${h.updatedBy}, ${utc(h.createdAt)} as created_at
        ${from} order by ${h.id} desc limit ${perPage} offset ${offset}
      ) as entry`
  )
  if (!page) throw new Error('a page is one row')
  return fromDatabase(page.text)
}
