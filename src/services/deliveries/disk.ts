// Whether there is room for more. What cannot be asked is no reason to refuse anything.
import type { Deps } from '#deps.js'
import { diskIsLow } from '#errors/store.js'

export interface Room {
  free_bytes: number | null
  reserve_bytes: number
  is_low: boolean
}

/** Null where the database is not on a disk of this machine. */
export async function roomOnDisk({ disk, log }: Pick<Deps, 'disk' | 'log'>): Promise<Room | null> {
  if (!disk) return null
  const { reserveBytes } = disk
  const free = await disk.freeBytes().catch((error: unknown) => {
    log.warn({ err: error }, 'Free disk space cannot be determined')
    return null
  })
  return { free_bytes: free, reserve_bytes: reserveBytes, is_low: free !== null && free < reserveBytes }
}

export async function demandRoom(deps: Pick<Deps, 'disk' | 'log'>): Promise<void> {
  if ((await roomOnDisk(deps))?.is_low) throw diskIsLow()
}
