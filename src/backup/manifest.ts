// What the first file of a backup says about the others. The format is described in docs/deploy/README.md.
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BackupError, ContentFault } from './error.js'

/** Grows when an older program could no longer read what a newer one writes. */
const FORMAT = 1
const PRODUCT = 'repository-automation-service'

export const MANIFEST_NAME = 'manifest.json'
/** A database has about two thousand files. What is read before it is known to be a backup has to stay small. */
const MOST_FILES = 40_000
export const LARGEST_MANIFEST_BYTES = 8 * 1024 * 1024

export const SECRETS_NAME = 'secrets.json'
const DATABASE = 'database'
/** The folders of the data directory that a backup contains; only the one of the exports may be missing. */
export const FOLDERS = [DATABASE, 'exports'] as const

/** Plain names below one of the folders: nothing that leads out of the directory. */
const BELOW = `(${FOLDERS.join('|')})(/(?!\\.{1,2}(/|$))[\\w.-]{1,100})`

const path = (pattern: string) => Type.String({ pattern: `^(${pattern})$`, maxLength: 400 })

/** Said to whoever restores, so it has no other characters. */
const VERSION = '^[0-9A-Za-z.+-]{1,100}$'

const BackupFile = Type.Object({
  path: path(`secrets\\.json|${BELOW}{1,12}`),
  bytes: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' })
})
export type BackupFile = Static<typeof BackupFile>

const BackupManifest = Type.Object({
  product: Type.Literal(PRODUCT),
  format: Type.Literal(FORMAT),
  service_version: Type.String({ pattern: VERSION }),
  created_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
  /** When the newest migration of the database was made, in milliseconds since 1970. */
  newest_migration: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
  /** Postgres needs its empty folders. A folder comes before those in it. */
  folders: Type.Array(path(`${BELOW}{0,12}`), { contains: Type.Literal(DATABASE), maxItems: MOST_FILES }),
  files: Type.Array(BackupFile, { maxItems: MOST_FILES })
})
export type BackupManifest = Static<typeof BackupManifest>

export function newManifest(facts: Omit<BackupManifest, 'product' | 'format'>): BackupManifest {
  const manifest: BackupManifest = { product: PRODUCT, format: FORMAT, ...facts }
  const [fault] = [...Value.Errors(BackupManifest, manifest)]
  if (fault) throw new BackupError(`The data directory contains what no backup can: ${String(fault.value)}.`)
  return manifest
}

export function parseManifest(text: string): BackupManifest {
  const value = parsedOr(text)
  if (!isObject(value) || value['product'] !== PRODUCT) throw foreign()
  if (typeof value['format'] === 'number' && value['format'] > FORMAT)
    throw new ContentFault(`was made by a newer version (${versionIn(value)}). Restore it with that version.`)
  if (!Value.Check(BackupManifest, value)) throw damaged('its manifest is wrong')
  return value
}

export const foreign = () =>
  new ContentFault('is no backup of this service. Name a file that the command backup has written.')

export const damaged = (why: string) =>
  new ContentFault(`is damaged: ${why}. Nothing was restored. Restore another backup.`)

function versionIn({ service_version: version }: Record<string, unknown>): string {
  return typeof version === 'string' && new RegExp(VERSION).test(version) ? version : 'unknown'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const bytesOf = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
