// Files of exports: a file that is there is whole, and stays when the power fails.
import type { ReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Append = (text: string) => Promise<void>

/** Writes aside first; what fails on the way leaves nothing behind. */
export async function writeWhole(path: string, fill: (append: Append) => Promise<void>): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = await mkdtemp(join(folder, '.new-'))
  try {
    const paper = join(aside, 'file')
    const file = await open(paper, 'wx', 0o600)
    try {
      await fill(async (text) => {
        await file.writeFile(text)
      })
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(paper, path)
    await syncFolder(folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** So that the name is on the disk as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The file from its beginning, if it is there. */
export async function readWhole(path: string): Promise<ReadStream | undefined> {
  try {
    return (await open(path, 'r')).createReadStream()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
