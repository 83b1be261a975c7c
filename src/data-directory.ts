// The data directory belongs to one process at a time, and keeps the secrets that the service made for itself.
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

/** The directory cannot be used, and why. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}

interface LockOwner {
  pid: number
  /** When the process began, in the kernel's own count: a number that is used again does not share it. */
  began: string | null
  nonce: string
}

/** Takes the directory, or says who has it. Returns what gives it back. */
export function lockDataDirectory(directory: string): () => void {
  const file = join(directory, 'service.pid')
  const me: LockOwner = { pid: process.pid, began: startTimeOf(process.pid), nonce: randomUUID() }
  const paper = `${file}.${me.nonce}`
  try {
    makeDirectory(directory)
    writeFileSync(paper, JSON.stringify(me), { mode: 0o600 })
    try {
      acquireLock(file, paper)
    } finally {
      rmSync(paper, { force: true })
    }
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`DATA_DIR cannot be used: ${String(error)}`)
  }
  return () => {
    if (ownerOf(file)?.nonce === me.nonce) rmSync(file, { force: true })
  }
}

/** Level by level: where a file system refuses new directories as not found, Node's own way never ends. */
function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have made it in between.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Puts the paper where there is none, or where the owner of the one that is there has died. A link appears at once
 * and whole, so that of several processes exactly one succeeds. The place of a dead owner is cleared by whoever
 * holds the claim to it, which is taken in the same way.
 */
function acquireLock(place: string, paper: string): void {
  if (tryLink(paper, place)) return
  const owner = ownerOf(place)
  if (!owner) {
    // Its owner has just left.
    acquireLock(place, paper)
    return
  }
  if (isAlive(owner)) throw inUse(place, owner)
  const claim = `${place}.after-${owner.nonce}`
  acquireLock(claim, paper)
  try {
    const now = ownerOf(place)
    if (now?.nonce !== owner.nonce) throw inUse(place, now)
    linkSync(paper, `${paper}.next`)
    renameSync(`${paper}.next`, place)
  } finally {
    rmSync(claim, { force: true })
  }
}

function tryLink(paper: string, place: string): boolean {
  try {
    linkSync(paper, place)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function inUse(file: string, owner: LockOwner | undefined): DataDirectoryError {
  return new DataDirectoryError(
    `The data directory is in use by process ${owner?.pid ?? 'unknown'} (${file}). ` +
      'Stop that process, or choose another DATA_DIR.'
  )
}

/** What a machine leaves that lost its power while it wrote. */
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
    // A process of another user is alive although we may not signal it.
    return codeOf(error) === 'EPERM'
  }
  return began === startTimeOf(pid)
}

/** Field 22 of the kernel's account of a process, where there is one; a process that only waits to be buried has none. */
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
  /** True at the first start, when the key is shown. */
  isNew: boolean
  file: string
}

type Secrets = Pick<GeneratedSecrets, 'apiKey' | 'sessionSecret' | 'auditExportKey'>

/** Secrets for a service that was given none; readable by its user alone. */
export function loadOrCreateSecrets(directory: string): GeneratedSecrets {
  const file = join(directory, 'secrets.json')
  const kept = existsSync(file) ? readSecrets(file) : undefined
  const secrets: Secrets = {
    apiKey: kept?.apiKey ?? randomBytes(32).toString('base64url'),
    sessionSecret: kept?.sessionSecret ?? randomBytes(48).toString('base64url'),
    // An earlier version made none.
    auditExportKey: kept?.auditExportKey ?? randomBytes(32).toString('base64url')
  }
  if (kept?.auditExportKey === undefined) {
    // Written aside first: a file that is there is whole.
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return { ...secrets, isNew: kept === undefined, file }
}

function readSecrets(file: string): Omit<Secrets, 'auditExportKey'> & Partial<Secrets> {
  try {
    const { apiKey, sessionSecret, auditExportKey } = JSON.parse(readFileSync(file, 'utf8'))
    const isSecret = (one: unknown) => typeof one === 'string' && one.length >= 32
    const isWhole = auditExportKey === undefined || isSecret(auditExportKey)
    if (isWhole && [apiKey, sessionSecret].every(isSecret))
      return { apiKey, sessionSecret, ...(auditExportKey === undefined ? {} : { auditExportKey }) }
  } catch {
    // Said below in words that lead somewhere.
  }
  throw new DataDirectoryError(
    `${file} does not hold an apiKey and a sessionSecret of 32 characters. Restore it, or delete it: new ones are made.`
  )
}
