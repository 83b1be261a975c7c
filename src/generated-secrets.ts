// The secrets that the service generated, and the connection that is kept beside them: a file of the data directory.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError, makeDirectory } from './data-directory.js'

export interface GeneratedSecrets {
  apiKey: string
  sessionSecret: string
  auditExportKey: string
  /** True on the first start, when the key is printed. */
  isNew: boolean
  file: string
}

type Secrets = Pick<GeneratedSecrets, 'apiKey' | 'sessionSecret' | 'auditExportKey'>

/** Secrets for a service without configured ones, in a file that only its user can read. */
export function loadOrCreateSecrets(directory: string): GeneratedSecrets {
  const file = secretsFile(directory)
  const existing = readSecrets(directory)
  const secrets: Secrets = {
    apiKey: existing?.apiKey ?? randomBytes(32).toString('base64url'),
    sessionSecret: existing?.sessionSecret ?? randomBytes(48).toString('base64url'),
    // Earlier versions did not generate this one.
    auditExportKey: existing?.auditExportKey ?? randomBytes(32).toString('base64url')
  }
  if (existing?.auditExportKey === undefined)
    writeSecretsFile(directory, { ...readSecretsFile(directory), ...secrets })
  return { ...secrets, isNew: existing === undefined, file }
}

/** Takes back what was generated. A connection to the host stays, because nobody can make it again. */
export function dropGeneratedSecrets(directory: string): void {
  const { connection } = readSecretsFile(directory) ?? {}
  if (connection === undefined) rmSync(secretsFile(directory), { force: true })
  else writeSecretsFile(directory, { connection })
}

/** The generated API key; undefined before the first start. */
export function storedApiKey(directory: string): string | undefined {
  return readSecrets(directory)?.apiKey
}

const secretsFile = (directory: string) => join(directory, 'secrets.json')

/** Undefined where none were generated. */
function readSecrets(directory: string): (Omit<Secrets, 'auditExportKey'> & Partial<Secrets>) | undefined {
  const content = readSecretsFile(directory)
  if (content === undefined || Object.keys(content).join() === 'connection') return undefined
  const { apiKey, sessionSecret, auditExportKey } = content
  if (!isSecret(apiKey) || !isSecret(sessionSecret)) throw brokenSecrets(directory)
  if (auditExportKey === undefined) return { apiKey, sessionSecret }
  if (!isSecret(auditExportKey)) throw brokenSecrets(directory)
  return { apiKey, sessionSecret, auditExportKey }
}

const isSecret = (value: unknown): value is string => typeof value === 'string' && value.length >= 32

/** Undefined without a file. */
export function readSecretsFile(directory: string): Record<string, unknown> | undefined {
  const file = secretsFile(directory)
  if (!existsSync(file)) return undefined
  const content = parsedSecrets(directory, textOf(file))
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  throw brokenSecrets(directory)
}

/** A file that cannot be read is not damaged: another user may be able to read it. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new DataDirectoryError(
      `${file} cannot be read (${reason}). Run this as the user who runs the service.`
    )
  }
}

function parsedSecrets(directory: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Its message quotes the file.
    if (error instanceof SyntaxError) throw brokenSecrets(directory)
    throw error
  }
}

/** Replaces the file whole or not at all: nobody ever reads half of it, or what others may read. */
export function writeSecretsFile(directory: string, content: Record<string, unknown>): void {
  makeDirectory(directory)
  const [file, draft] = [secretsFile(directory), `${secretsFile(directory)}.${randomUUID()}`]
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

function brokenSecrets(directory: string): DataDirectoryError {
  return new DataDirectoryError(
    `${secretsFile(directory)} does not hold an apiKey and a sessionSecret of 32 characters. Restore it from a backup; until then keep it, because it may hold the connection to the host.`
  )
}
