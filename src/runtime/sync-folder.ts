import { open } from 'node:fs/promises'

/** Writes the names of a folder to the disk: without it, a new or moved file may be gone after a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
