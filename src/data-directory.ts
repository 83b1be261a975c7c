// The data directory belongs to one process at a time, and keeps the secrets that the service made for itself.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

interface Owner {
  pid: number
  /** When the process began, in the kernel's own count: a number that is used again does not share it. */
  began: string | null
  nonce: string
}

const SETTLE_MS = 100

/** Takes the directory, or says who has it. Returns what gives it back. */
export async function takeDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'service.pid')
  const me: Owner = { pid: process.pid, began: beganAt(process.pid), nonce: randomUUID() }
  if (!created(file, me)) await takeOver(file, me)
  return () => {
    if (ownerOf(file)?.nonce === me.nonce) rmSync(file, { force: true })
  }
}

function created(file: string, owner: Owner): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeFileSync(handle, JSON.stringify(owner))
    closeSync(handle)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The owner may have been killed. When two take over at once, the one that wrote last has it. */
async function takeOver(file: string, me: Owner): Promise<void> {
  const owner = ownerOf(file)
  if (owner && isAlive(owner)) throw inUse(file, owner)
  const mine = `${file}.${me.nonce}`
  writeFileSync(mine, JSON.stringify(me), { mode: 0o600 })
  renameSync(mine, file)
  await sleep(SETTLE_MS)
  const now = ownerOf(file)
  if (now?.nonce !== me.nonce) throw inUse(file, now)
}

function inUse(file: string, owner: Owner | undefined): DirectoryInUse {
  return new DirectoryInUse(
    `The data directory is in use by process ${owner?.pid ?? 'unknown'} (${file}). ` +
      'Stop that process, or choose another DATA_DIR.'
  )
}

function ownerOf(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive({ pid, began }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive although we may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return began === beganAt(pid)
}

/** Field 22 of the kernel's account of a process, where there is one. */
function beganAt(pid: number): string | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const stat = readFileSync(file, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

export interface MadeSecrets {
  apiKey: string
  sessionSecret: string
  /** True at the first start, when the key is shown. */
  isNew: boolean
  file: string
}

/** Secrets for a service that was given none; readable by its user alone. */
export function madeSecrets(directory: string): MadeSecrets {
  const file = join(directory, 'secrets.json')
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')), isNew: false, file }
  const secrets = {
    apiKey: randomBytes(32).toString('base64url'),
    sessionSecret: randomBytes(48).toString('base64url')
  }
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return { ...secrets, isNew: true, file }
}
