// Export files: a file that exists is complete and survives a power failure.
import type { ReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#runtime/sync-folder.js'

export type Append = (text: string) => Promise<void>

/** Writes to a temporary folder first; a failure leaves nothing behind. */
export async function writeFileAtomically(
  path: string,
  fill: (append: Append) => Promise<void>
): Promise<void> {
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

/** Streams the file, if it exists. */
export async function openFileIfExists(path: string): Promise<ReadStream | undefined> {
  if ((await isFile(path)) !== true) return undefined
  return (await ifExists(open(path, 'r')))?.createReadStream()
}

/** Asked before opening: a folder cannot be read, and reading a pipe never ends. */
async function isFile(path: string): Promise<boolean | undefined> {
  return (await ifExists(stat(path)))?.isFile()
}

/** The last line of an export is shorter. */
const LAST_BYTES = 4096

export interface LastLine {
  line: string
  /** The part of the file name that the pattern captures. */
  named: string
}

/** The last line of each file of a folder whose name matches. */
export async function lastLines(folder: string, names: RegExp): Promise<LastLine[]> {
  const all = (await ifExists(readdir(folder))) ?? []
  const lines: LastLine[] = []
  for (const name of all.sort()) {
    const named = names.exec(name)?.[1]
    const line = named === undefined ? undefined : await lastLine(join(folder, name))
    if (named !== undefined && line !== undefined) lines.push({ line, named })
  }
  return lines
}

/** Empty if something else has the name of a file; undefined if the file was deleted in the meantime. */
async function lastLine(path: string): Promise<string | undefined> {
  if ((await isFile(path)) === false) return ''
  const file = await ifExists(open(path, 'r'))
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const length = Math.min(size, LAST_BYTES)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8').trimEnd().split('\n').at(-1)
  } finally {
    await file.close()
  }
}

async function ifExists<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
