// A copy of the database on the disk: a folder with records, at any depth, or an archive.
import { createReadStream } from 'node:fs'
import { type FileHandle, open, opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesOfArchive } from './archive.js'
import {
  type AdvisoryFile,
  type AdvisorySource,
  AdvisorySourceFault,
  isRecordFile,
  textIn,
  UNDIVIDED
} from './source.js'

const MOST_FILES = 2_000_000
const MOST_DEPTH = 20

export const openFiles = (name: string): AdvisorySource => ({
  name,
  parts: [UNDIVIDED],
  read: async () => ({ isWhole: true, modified: null, files: filesAt(name) })
})

async function* filesAt(name: string): AsyncGenerator<AdvisoryFile> {
  try {
    if ((await stat(name)).isDirectory()) yield* filesWithin(name)
    else yield* filesOfArchive(basename(name), createReadStream(name))
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new AdvisorySourceFault(`The files of OSV_SOURCE cannot be read (${String(error.code)}).`)
    throw error
  }
}

interface OpenFolder {
  path: string
  depth: number
}

async function* filesWithin(root: string): AsyncGenerator<AdvisoryFile> {
  let files = 0
  for await (const path of pathsWithin(root)) {
    files += 1
    if (files > MOST_FILES) throw new AdvisorySourceFault(`It has more than ${MOST_FILES} files.`)
    yield* readFile(path)
  }
}

/** Links are not followed, so that the walk comes to an end. */
async function* pathsWithin(root: string): AsyncGenerator<string> {
  const folders: OpenFolder[] = [{ path: root, depth: 0 }]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const depth = folder.depth + 1
    for await (const entry of await opendir(folder.path)) {
      const path = join(folder.path, entry.name)
      if (entry.isDirectory() && depth <= MOST_DEPTH) folders.push({ path, depth })
      if (entry.isFile()) yield path
    }
  }
}

async function* readFile(path: string): AsyncGenerator<AdvisoryFile> {
  if (path.toLowerCase().endsWith('.zip')) yield* filesOfArchive(basename(path), createReadStream(path))
  if (!isRecordFile(path)) return
  const file: FileHandle = await open(path)
  try {
    yield await textIn(path, file.createReadStream({ autoClose: false }))
  } finally {
    await file.close()
  }
}
