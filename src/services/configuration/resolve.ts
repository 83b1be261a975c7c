// The configuration of a repository as it holds: what is stored, resolved.

import type { Db, Deps, Tx } from '#deps.js'
import type { LayerLock } from '#domain/configuration/layers/locks.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { JsonObject } from '#schemas/common.js'
import type { ConfigFile, ConfigLayer, RepoConfig } from '#schemas/configuration/config.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import {
  NOT_READ_YET,
  type StoredConfig,
  type StoredFile,
  storedConfig
} from '#store/configuration/configs.js'
import { refreshStoredConfig } from './files.js'

export interface ResolvedConfig {
  config: ServiceConfig
  version: number
  overrides: JsonObject
  updatedAt: Date | null
  updatedBy: string | null
  /** The layer of each single value, by JSON pointer. */
  sources: Readonly<Record<string, ConfigLayer>>
  locked: readonly LayerLock[]
  /** What each layer says by itself. */
  layers: { org: JsonObject; repo: JsonObject; db: JsonObject }
  file: ConfigFile
  orgFile: ConfigFile | null
  /** False while a file that may forbid something cannot be read, or is not valid: nothing may be done then. */
  isReadable: boolean
}

/** For whoever can wait a moment: files that have grown old are asked for, and the host has two seconds to answer. */
export async function loadConfig(deps: Deps, { repoId }: { repoId: number }): Promise<ResolvedConfig> {
  return resolveStoredConfig(deps, await refreshStoredConfig(deps, repoId))
}

/** As it is known, without asking the host: for what is decided within a transaction. */
export async function loadStoredConfig(deps: Deps, db: Db | Tx, repoId: number): Promise<ResolvedConfig> {
  return resolveStoredConfig(deps, await storedConfig(db, repoId))
}

export interface ProposedConfig {
  current: ResolvedConfig
  proposed: ResolvedConfig
}

/** What holds, and what would if its file said this: whatever else is stored stays, and the host is not asked. */
export async function loadProposedConfig(
  deps: Deps,
  repoId: number,
  content: JsonObject
): Promise<ProposedConfig> {
  const stored = await storedConfig(deps.db, repoId)
  const read = { content, fetchedAt: deps.now(), error: null }
  const { file, org } = stored
  // The repository whose file holds for all of its owner has no other.
  const under = file
    ? { ...stored, file: { ...file, ...read } }
    : { ...stored, org: org && { ...org, ...read } }
  return { current: resolveStoredConfig(deps, stored), proposed: resolveStoredConfig(deps, under) }
}

function resolveStoredConfig({ host }: Deps, stored: StoredConfig): ResolvedConfig {
  const { overrides: db, version, updatedAt, updatedBy, file, org } = stored
  const isConfigured = host.client.isConfigured
  const layers = { org: org?.content ?? {}, repo: file?.content ?? {}, db }
  // A copy says what held once: of a file that cannot be read by now nobody knows what it forbids. Where there is no host
  // to ask, there is none to act upon either.
  const isKnown = (one: StoredFile | undefined) => !one || whyUnknown(one) === null
  const isReadable = !isConfigured || (isKnown(file) && isKnown(org))
  const { config, sources, locks } = resolveConfig({ ...layers, isReadable })
  const ofHost = (one: FileState) => fileShown(one, isConfigured)
  return {
    ...{ config, version, overrides: db, updatedAt, updatedBy, sources, locked: locks, layers, isReadable },
    file: ofHost(file ?? org ?? NO_FILE),
    orgFile: org ? ofHost(org) : null
  }
}

/**
 * What held when all of its files could last be read; nothing where one never was. Nobody may act by it: it is for the
 * word on a commit about the very file that is broken.
 */
export function lastReadableConfig(known: ResolvedConfig): ResolvedConfig | undefined {
  const { isReadable, layers, file, orgFile } = known
  if (isReadable) return known
  if (file.fetched_at === null || orgFile?.fetched_at === null) return undefined
  const { config, sources } = resolveConfig({ ...layers, isReadable: true })
  return { ...known, config, sources, isReadable: true }
}

type FileState = Pick<StoredFile, 'path' | 'sha' | 'fetchedAt' | 'error' | 'isSuspended'>

const NO_FILE: FileState = { path: null, sha: null, fetchedAt: null, error: null, isSuspended: false }

/** Why nobody knows what a file says; null where it is known. */
function whyUnknown({ fetchedAt, error, isSuspended }: FileState): string | null {
  if (isSuspended) return SUSPENDED
  return error ?? (fetchedAt === null ? NOT_READ_YET : null)
}

function fileShown(file: FileState, isConfigured: boolean): ConfigFile {
  const { path, sha, fetchedAt } = file
  const why = isConfigured ? whyUnknown(file) : NO_HOST
  return {
    path,
    sha,
    fetched_at: fetchedAt?.toISOString() ?? null,
    ...(why === null ? {} : { error: why })
  }
}

const NO_HOST = 'No credential of the host is configured: files are not read.'

/** Why nobody knows what holds for a repository; null where it is known. */
export function whyUnreadable({ isReadable, file, orgFile }: ResolvedConfig): string | null {
  return isReadable ? null : unreadableMessage(file.error ?? orgFile?.error ?? NOT_READ_YET)
}

export const unreadableMessage = (why: string) => `The configuration cannot be read: ${why}`

/** Whether anything was set by the API. */
export function configSourceOf({ overrides }: Pick<ResolvedConfig, 'overrides'>): RepoConfig['source'] {
  return Object.keys(overrides).length > 0 ? 'database' : 'yaml_or_default'
}
