// The room on the disk of the embedded database: Postgres does not survive a disk that is full.
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** What is kept free. */
  reserveBytes: number
  freeBytes(): Promise<number>
}

export function diskAt(directory: string, reserveBytes: number): Disk {
  return {
    reserveBytes,
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    }
  }
}
