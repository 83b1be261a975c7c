// Which files of the data directory a backup contains, and their checksums.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './error.js'
import { type BackupFile, FOLDERS, SECRETS_NAME } from './manifest.js'

export interface BackupContents {
  folders: string[]
  files: { path: string; bytes: number }[]
}

/** Paths are relative to the directory. Locks and unfinished files are left out. */
export async function listContents(
  directory: string,
  { secrets }: { secrets: boolean }
): Promise<BackupContents> {
  const contents: BackupContents = { folders: [], files: [] }
  const add = async (path: string) => {
    contents.files.push({ path, bytes: (await stat(join(directory, path))).size })
  }
  const addFolder = async (folder: string) => {
    contents.folders.push(folder)
    for (const entry of await entriesIn(join(directory, folder))) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !isUnfinished(entry.name)) await addFolder(path)
      if (entry.isFile()) await add(path)
    }
  }
  if (secrets && existsSync(join(directory, SECRETS_NAME))) await add(SECRETS_NAME)
  for (const folder of FOLDERS) if (existsSync(join(directory, folder))) await addFolder(folder)
  return contents
}

async function entriesIn(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link) throw linked(join(folder, link.name))
  return entries
}

/** What it leads to may be anywhere, and restored it would lead nowhere. */
const linked = (path: string) =>
  new BackupError(
    `${path} is a link, which no backup can contain. Put in its place what it leads to, or move it away and keep that yourself.`
  )

/** Exports are written in such a folder first. */
const isUnfinished = (name: string) => name.startsWith('.new-')

/** `onBytes` is told how many bytes were read since the last call. */
export async function withChecksums(
  directory: string,
  { files }: BackupContents,
  onBytes: (bytes: number) => void
): Promise<BackupFile[]> {
  const checked: BackupFile[] = []
  for (const { path } of files) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of createReadStream(join(directory, path))) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
    }
    checked.push({ path, bytes, sha256: hash.digest('hex') })
  }
  return checked
}
