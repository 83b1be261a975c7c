// The connection to the host that `connect` has stored beside the generated secrets.
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredConnection } from '#domain/operation/connection.js'
import { DataDirectoryError, makeDirectory, requireOwner, unusableBecause } from './data-directory.js'
import { readSecretsFile, writeSecretsFile } from './generated-secrets.js'

/** Undefined while none is stored. */
export function storedConnection(directory: string): StoredConnection | undefined {
  const connection = readSecretsFile(directory)?.['connection']
  if (connection === undefined) return undefined
  if (isConnection(connection)) return { settings: connection.settings, pillars: connection.pillars }
  throw new DataDirectoryError(
    `The connection in secrets.json of ${directory} cannot be read. Restore the file, or connect again.`
  )
}

/** Takes effect at the next start. */
export function storeConnection(directory: string, connection: StoredConnection): void {
  writeSecretsFile(directory, { ...readSecretsFile(directory), connection })
}

/** Throws if a connection could not be stored here. */
export function requireWritable(directory: string): void {
  const trial = join(directory, `${randomUUID()}.trial`)
  try {
    makeDirectory(directory)
    requireOwner(directory)
    readSecretsFile(directory)
    writeFileSync(trial, '', { mode: 0o600, flag: 'wx' })
    rmSync(trial)
  } catch (error) {
    throw unusableBecause(error)
  }
}

function isConnection(value: unknown): value is StoredConnection {
  if (typeof value !== 'object' || value === null || !('settings' in value) || !('pillars' in value))
    return false
  const { settings, pillars } = value
  const isRecord = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
  return isRecord && areTexts(Object.values(settings)) && Array.isArray(pillars) && areTexts(pillars)
}

const areTexts = (values: readonly unknown[]) => values.every((one) => typeof one === 'string')
