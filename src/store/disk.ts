// Free space for the embedded database: Postgres does not survive a full disk. Jobs and requests that write check it
// first.
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** How much to keep free. */
  reserveBytes: number
  freeBytes(): Promise<number>
}

export interface Room {
  /** Null if unknown, which is no reason to reject anything. */
  free_bytes: number | null
  reserve_bytes: number
  is_low: boolean
}

interface DiskLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

const LOW =
  'The disk of DATA_DIR is almost full: webhooks and changes are rejected and background work waits. Free some space'
const ENOUGH_AGAIN = 'The disk of DATA_DIR has enough free space again: the service continues'

export function diskAt(directory: string, reserveBytes: number): Disk {
  return {
    reserveBytes,
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    }
  }
}

/** Logs when a check finds that space has become low, and when there is enough again. */
export function withWarnings(disk: Disk, log: DiskLog): Disk {
  const { reserveBytes } = disk
  let wasLow = false
  return {
    reserveBytes,
    async freeBytes() {
      const freeBytes = await disk.freeBytes()
      const isLow = freeBytes < reserveBytes
      if (isLow && !wasLow) log.warn({ freeBytes, reserveBytes }, LOW)
      if (!isLow && wasLow) log.info({ freeBytes, reserveBytes }, ENOUGH_AGAIN)
      wasLow = isLow
      return freeBytes
    }
  }
}

/** Null if the database is not on a disk of this machine. */
export async function roomOn(disk: Disk | undefined): Promise<Room | null> {
  if (!disk) return null
  const { reserveBytes } = disk
  const free = await disk.freeBytes().catch(() => null)
  return { free_bytes: free, reserve_bytes: reserveBytes, is_low: free !== null && free < reserveBytes }
}

export async function isDiskLow(disk: Disk | undefined): Promise<boolean> {
  return (await roomOn(disk))?.is_low === true
}
