// Resolves the stored configuration of a repository.

import type { Db, Deps, Tx } from '#deps.js'
import type { LayerLock } from '#domain/configuration/layers/locks.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { JsonObject } from '#schemas/common.js'
import type { ConfigFile, ConfigLayer, RepoConfig } from '#schemas/configuration/config.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import {
  NOT_READ_YET,
  ORGANISATION_GONE,
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
  /** The layer of each value, by JSON pointer. */
  sources: Readonly<Record<string, ConfigLayer>>
  locked: readonly LayerLock[]
  /** The content of each layer. */
  layers: { org: JsonObject; repo: JsonObject; db: JsonObject }
  file: ConfigFile
  orgFile: ConfigFile | null
  /** False while a file that may forbid something is unreadable or invalid: no action may run then. */
  isReadable: boolean
}

/** For callers that can wait: old files are refreshed, and the host has two seconds to answer. */
export async function loadConfig(deps: Deps, { repoId }: { repoId: number }): Promise<ResolvedConfig> {
  return resolveStoredConfig(deps, await refreshStoredConfig(deps, repoId))
}

/** The stored configuration, without asking the host; for decisions within a transaction. */
export async function loadStoredConfig(deps: Deps, db: Db | Tx, repoId: number): Promise<ResolvedConfig> {
  return resolveStoredConfig(deps, await storedConfig(db, repoId))
}

/** The file of the repository, or all API overrides, as they would be. */
export interface ProposedLayer {
  layer: 'file' | 'overrides'
  content: JsonObject
}

export interface ProposedConfig {
  current: ResolvedConfig
  proposed: ResolvedConfig
}

/**
 * The current configuration, and the one if the layer had this content. Everything else stays as stored, and the host
 * is not asked.
 */
export async function loadProposedConfig(
  deps: Deps,
  repoId: number,
  proposed: ProposedLayer
): Promise<ProposedConfig> {
  const stored = await storedConfig(deps.db, repoId)
  const withLayer = replaceLayer(stored, proposed, deps.now())
  return { current: resolveStoredConfig(deps, stored), proposed: resolveStoredConfig(deps, withLayer) }
}

function replaceLayer(stored: StoredConfig, { layer, content }: ProposedLayer, at: Date): StoredConfig {
  if (layer === 'overrides') return { ...stored, overrides: content }
  const copy = { content, fetchedAt: at, error: null }
  const { file, org } = stored
  // The organisation's configuration repository has only the organisation file.
  return file ? { ...stored, file: { ...file, ...copy } } : { ...stored, org: org && { ...org, ...copy } }
}

function resolveStoredConfig({ host }: Deps, stored: StoredConfig): ResolvedConfig {
  const { overrides: db, version, updatedAt, updatedBy, file, org } = stored
  const isConfigured = host.client.isConfigured
  const layers = { org: org?.content ?? {}, repo: file?.content ?? {}, db }
  // A copy shows an earlier state: what an unreadable file forbids is unknown. Without a configured host no action can
  // run anyway.
  const isKnown = (one: StoredFile | undefined) => !one || whyUnknown(one) === null
  const isReadable = !isConfigured || (isKnown(file) && isKnown(org))
  const { config, sources, locks } = resolveConfig({ ...layers, isReadable })
  const show = (one: FileState) => fileShown(one, isConfigured)
  return {
    config,
    version,
    overrides: db,
    updatedAt,
    updatedBy,
    sources,
    locked: locks,
    layers,
    isReadable,
    file: show(file ?? org ?? NO_FILE),
    orgFile: org ? show(org) : null
  }
}

/**
 * The configuration when all files were last readable; undefined if one never was. No action may rely on it: it is for
 * the check on the commit that broke the file.
 */
export function lastReadableConfig(known: ResolvedConfig): ResolvedConfig | undefined {
  const { isReadable, layers, file, orgFile } = known
  if (isReadable) return known
  if (file.fetched_at === null || orgFile?.fetched_at === null) return undefined
  const { config, sources } = resolveConfig({ ...layers, isReadable: true })
  return { ...known, config, sources, isReadable: true }
}

type FileState = Pick<StoredFile, 'path' | 'sha' | 'fetchedAt' | 'error' | 'isSuspended' | 'isGone'>

const NO_FILE: FileState = {
  path: null,
  sha: null,
  fetchedAt: null,
  error: null,
  isSuspended: false,
  isGone: false
}

/** Why the content of a file is unknown; null if it is known. */
function whyUnknown({ fetchedAt, error, isSuspended, isGone }: FileState): string | null {
  if (isGone) return ORGANISATION_GONE
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

const NO_HOST = 'No credential for the host is configured, so files are not read.'

/** Why the configuration of a repository is unknown; null if it is known. */
export function whyUnreadable({ isReadable, file, orgFile }: ResolvedConfig): string | null {
  return isReadable ? null : unreadableMessage(file.error ?? orgFile?.error ?? NOT_READ_YET)
}

export const unreadableMessage = (why: string) => `The configuration cannot be read: ${why}`

/** Whether overrides were set through the API. */
export function configSourceOf({ overrides }: Pick<ResolvedConfig, 'overrides'>): RepoConfig['source'] {
  return Object.keys(overrides).length > 0 ? 'database' : 'yaml_or_default'
}
