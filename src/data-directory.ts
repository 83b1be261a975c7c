// The data directory: locked by one process at a time, and home of the secrets that the service generated.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The directory cannot be used; the message says why. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}

/** Another process holds the directory. */
export class DataDirectoryInUse extends DataDirectoryError {}

interface LockOwner {
  pid: number
  /** The start time by the kernel, which tells apart processes that reuse a pid. */
  began: string | null
  nonce: string
}

/** Locks the directory, or throws an error that names the owner. Returns the function that unlocks it. */
export function lockDataDirectory(directory: string): () => void {
  const file = join(directory, 'service.pid')
  const self: LockOwner = { pid: process.pid, began: startTimeOf(process.pid), nonce: randomUUID() }
  const ownFile = `${file}.${self.nonce}`
  try {
    makeDirectory(directory)
    writeFileSync(ownFile, JSON.stringify(self), { mode: 0o600 })
    try {
      acquireLock(file, ownFile)
    } finally {
      rmSync(ownFile, { force: true })
    }
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`DATA_DIR cannot be used: ${String(error)}`)
  }
  return () => {
    if (ownerOf(file)?.nonce === self.nonce) rmSync(file, { force: true })
  }
}

/** Creates one level at a time: Node's recursive mkdir loops forever on file systems that answer ENOENT. */
function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in between.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Acquires a lock file that is missing, or whose owner has died. A hard link appears atomically, so exactly one of
 * several processes succeeds. A dead owner's lock is replaced only by the holder of a second lock, the claim, which is
 * acquired in the same way.
 */
function acquireLock(file: string, ownFile: string): void {
  if (tryLink(ownFile, file)) return
  const owner = ownerOf(file)
  if (!owner) {
    // The owner has just released it.
    acquireLock(file, ownFile)
    return
  }
  if (isAlive(owner)) throw inUse(file, owner)
  const claim = `${file}.after-${owner.nonce}`
  acquireLock(claim, ownFile)
  try {
    const current = ownerOf(file)
    if (current?.nonce !== owner.nonce) throw inUse(file, current)
    linkSync(ownFile, `${ownFile}.next`)
    renameSync(`${ownFile}.next`, file)
  } finally {
    rmSync(claim, { force: true })
  }
}

function tryLink(ownFile: string, file: string): boolean {
  try {
    linkSync(ownFile, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function inUse(file: string, owner: LockOwner | undefined): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `The data directory is in use by process ${owner?.pid ?? 'unknown'} (${file}). ` +
      'Stop that process, or choose another DATA_DIR.'
  )
}

/** The owner of an unreadable lock file, as a power failure leaves it. */
const UNKNOWN_OWNER: LockOwner = { pid: 0, began: null, nonce: 'nobody' }

function ownerOf(file: string): LockOwner | undefined {
  try {
    const { pid, began, nonce } = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 0 && /^[\w-]+$/.test(nonce) ? { pid, began, nonce } : UNKNOWN_OWNER
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : UNKNOWN_OWNER
  }
}

function isAlive({ pid, began }: LockOwner): boolean {
  if (pid === UNKNOWN_OWNER.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
  return began === startTimeOf(pid)
}

/** The start time (field 22 of `/proc/<pid>/stat`); null without such a file, and for zombies. */
function startTimeOf(pid: number): string | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const stat = readFileSync(file, 'utf8')
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? null : (fields[18] ?? null)
}

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
  const existing = existsSync(file) ? readSecrets(file) : undefined
  const secrets: Secrets = {
    apiKey: existing?.apiKey ?? randomBytes(32).toString('base64url'),
    sessionSecret: existing?.sessionSecret ?? randomBytes(48).toString('base64url'),
    // Earlier versions did not generate this one.
    auditExportKey: existing?.auditExportKey ?? randomBytes(32).toString('base64url')
  }
  if (existing?.auditExportKey === undefined) {
    // Written to a temporary file and renamed, so that the file is never incomplete.
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return { ...secrets, isNew: existing === undefined, file }
}

/** The generated API key; undefined before the first start. */
export function storedApiKey(directory: string): string | undefined {
  const file = secretsFile(directory)
  return existsSync(file) ? readSecrets(file).apiKey : undefined
}

const secretsFile = (directory: string) => join(directory, 'secrets.json')

function readSecrets(file: string): Omit<Secrets, 'auditExportKey'> & Partial<Secrets> {
  try {
    const { apiKey, sessionSecret, auditExportKey } = JSON.parse(readFileSync(file, 'utf8'))
    const isSecret = (value: unknown) => typeof value === 'string' && value.length >= 32
    const isWhole = auditExportKey === undefined || isSecret(auditExportKey)
    if (isWhole && [apiKey, sessionSecret].every(isSecret))
      return { apiKey, sessionSecret, ...(auditExportKey === undefined ? {} : { auditExportKey }) }
  } catch {
    // The error below says what to do.
  }
  throw new DataDirectoryError(
    `${file} does not hold an apiKey and a sessionSecret of 32 characters. Restore it, or delete it: new ones are made.`
  )
}
