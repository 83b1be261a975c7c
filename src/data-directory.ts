// The data directory, locked by one process at a time.
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** The directory cannot be used; the message says why. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}

export const DISK_IS_FULL = 'The disk of DATA_DIR is full. Free some space and start again.'

export function unusableBecause(error: unknown): DataDirectoryError {
  if (error instanceof DataDirectoryError) return error
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return new DataDirectoryError(isFull ? DISK_IS_FULL : `DATA_DIR cannot be used: ${String(error)}`)
}

/** Another process holds the directory. */
export class DataDirectoryInUse extends DataDirectoryError {}

interface LockOwner {
  pid: number
  /** The start time by the kernel, which tells apart processes that reuse a pid. */
  began: string | null
  /** Its machine or container: process ids of another one say nothing here. Earlier versions did not write it. */
  host?: string
  nonce: string
}

/** The lock file. */
export const LOCK_NAME = 'service.pid'

export interface LockOptions {
  /**
   * Refuses a lock of another machine or container instead of taking its owner for dead. A service that starts must not:
   * a container that was killed is replaced by one of another name.
   */
  distrustsElsewhere?: boolean
}

/** Locks the directory, or throws an error that names the owner. Returns the function that unlocks it. */
export function lockDataDirectory(
  directory: string,
  { distrustsElsewhere = false }: LockOptions = {}
): () => void {
  const file = join(directory, LOCK_NAME)
  const self: LockOwner = {
    pid: process.pid,
    began: startTimeOf(process.pid),
    host: hostname(),
    nonce: randomUUID()
  }
  const ownFile = `${file}.${self.nonce}`
  try {
    makeDirectory(directory)
    if (distrustsElsewhere) refuseElsewhere(file)
    try {
      writeFileSync(ownFile, JSON.stringify(self), { mode: 0o600 })
      acquireLock(file, ownFile)
    } finally {
      rmSync(ownFile, { force: true })
    }
  } catch (error) {
    throw unusableBecause(error)
  }
  const unlock = () => {
    if (ownerOf(file)?.nonce === self.nonce) rmSync(file, { force: true })
  }
  const remains = readdirSync(directory).find((name) => name.startsWith(RESTORING))
  if (remains === undefined) return unlock
  unlock()
  throw interruptedRestore(directory, remains)
}

/** Where a restore keeps what it has read, until it is complete. */
export const RESTORING = '.restoring-'

/** Whoever went on with the half of a backup would make new secrets for it, or an empty database beside it. */
const interruptedRestore = (directory: string, remains: string) =>
  new DataDirectoryError(
    `A restore was interrupted in ${directory}: ${remains} holds a part of the backup. Delete everything in the directory, and restore again.`
  )

/** Whether another process holds the directory. One of another machine or container may live. */
export function isHeldByAnother(directory: string): boolean {
  const owner = ownerOf(join(directory, LOCK_NAME))
  if (owner === undefined || owner.pid === process.pid) return false
  return (owner.host !== undefined && owner.host !== hostname()) || isAlive(owner)
}

function refuseElsewhere(file: string): void {
  const { host } = ownerOf(file) ?? {}
  if (host === undefined || host === hostname()) return
  throw new DataDirectoryInUse(
    `The data directory is in use by a process of ${host}, another machine or container (${file}). Stop it. If it was killed, delete that file.`
  )
}

/** What another user makes in it the service could not change later. */
export function requireOwner(directory: string): void {
  const { uid } = statSync(directory)
  const self = process.getuid?.() ?? uid
  // A volume of Kubernetes belongs to root, and the service writes into it by its group.
  if (uid === self || uid === 0) return
  throw new DataDirectoryError(
    `${directory} belongs to the user with the id ${uid}, and this is user ${self}. Run this as that user, who also runs the service.`
  )
}

/** Creates one level at a time: Node's recursive mkdir loops forever on file systems that answer ENOENT. */
export function makeDirectory(directory: string): void {
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
    const { pid, began, nonce, host } = JSON.parse(readFileSync(file, 'utf8'))
    const isOwner = Number.isInteger(pid) && pid > 0 && /^[\w-]+$/.test(nonce)
    return isOwner ? { pid, began, nonce, ...(typeof host === 'string' ? { host } : {}) } : UNKNOWN_OWNER
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
