// Reads a backup into a new directory. Whatever is not exactly as its manifest says is refused.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { syncFolder } from '#runtime/sync-folder.js'
import { BackupError, ContentFault, fileSystemFault, isOfFileSystem } from './error.js'
import {
  type BackupFile,
  type BackupManifest,
  bytesOf,
  damaged,
  foreign,
  LARGEST_MANIFEST_BYTES,
  MANIFEST_NAME,
  parseManifest
} from './manifest.js'

export interface RestoreTarget {
  /** Exists and is empty. */
  directory: string
  /** Of the migrations that this version knows. */
  newestMigration: number
  /** Called before anything is written. */
  onManifest(manifest: BackupManifest): void
  /** Called for every folder as well, with nothing. An error of it ends the restore. */
  onBytes(bytes: number): void
}

export async function readBackup(file: string, target: RestoreTarget): Promise<BackupManifest> {
  const limit = { bytes: LARGEST_MANIFEST_BYTES }
  try {
    const entries = ReadableStream.from(decompressed(file, limit)).pipeThrough(
      createTarDecoder({ strict: true })
    )
    const manifest = await restoreEntries(entries, target, limit)
    for (const folder of ['.', ...manifest.folders]) {
      target.onBytes(0)
      await syncFolder(join(target.directory, folder))
    }
    return manifest
  } catch (error) {
    throw restoreError(file, error)
  }
}

/** Every way in which reading can fail. */
function restoreError(file: string, error: unknown): unknown {
  // What this machine lacks, or whoever restores has interrupted.
  if (error instanceof BackupError) return error
  // What was found here: the content contradicts its manifest.
  if (error instanceof ContentFault) return new BackupError(`${file} ${error.message}`)
  // What the file system has refused: such errors have a system call.
  if (isOfFileSystem(error)) return fileSystemFault(`${file} could not be restored`, error)
  // What decompression or the archive has found.
  const why = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new BackupError(`${file} ${damaged(why).message}`)
}

/** Fails beyond the limit, which the manifest replaces: a small file can decompress to any size. */
async function* decompressed(file: string, limit: { bytes: number }): AsyncGenerator<Uint8Array> {
  const read = createReadStream(file)
  let count = 0
  // An error of either comes out of the loop.
  for await (const chunk of pipeline(read, createGunzip(), () => undefined)) {
    count += chunk.length
    if (count > limit.bytes) throw damaged('it contains more than it lists')
    yield chunk
  }
}

async function restoreEntries(
  entries: AsyncIterable<ParsedTarEntry>,
  target: RestoreTarget,
  limit: { bytes: number }
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  let at = 0
  for await (const entry of entries) {
    if (manifest) {
      await restoreFile(entry, manifest.files[at], target)
      at += 1
    } else {
      manifest = await readManifest(entry)
      await prepare(manifest, target)
      limit.bytes += bytesOf(manifest.files) + manifest.files.length * MOST_HEADER_BYTES
    }
  }
  if (!manifest) throw foreign()
  const missing = manifest.files[at]
  if (missing) throw damaged(`${missing.path} is missing`)
  return manifest
}

/** Of one file in the archive: two headers, its name and what fills up the blocks. */
const MOST_HEADER_BYTES = 4096

async function readManifest({ header, body }: ParsedTarEntry): Promise<BackupManifest> {
  if (header.name !== MANIFEST_NAME || header.size > LARGEST_MANIFEST_BYTES) throw foreign()
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return parseManifest(Buffer.concat(chunks).toString('utf8'))
}

async function prepare(
  manifest: BackupManifest,
  { directory, newestMigration, onManifest, onBytes }: RestoreTarget
): Promise<void> {
  if (manifest.newest_migration > newestMigration)
    throw new ContentFault(
      `has a database that is newer than this version of the service. Restore it with version ${manifest.service_version} or a later one.`
    )
  const { bavail, bsize } = await statfs(directory)
  const needed = bytesOf(manifest.files)
  if (needed > bavail * bsize)
    throw new BackupError(
      `The disk of DATA_DIR has too little space: ${Math.ceil(needed / MIB)} MiB are needed. Free some, or name a DATA_DIR on another disk. Nothing was restored.`
    )
  onManifest(manifest)
  for (const folder of manifest.folders) {
    onBytes(0)
    await mkdir(join(directory, folder), { mode: 0o700 })
  }
}

const MIB = 1024 * 1024

async function restoreFile(
  { header, body }: ParsedTarEntry,
  listed: BackupFile | undefined,
  { directory, onBytes }: RestoreTarget
): Promise<void> {
  if (header.type !== 'file' || header.name !== listed?.path)
    throw damaged(`it does not list ${JSON.stringify(header.name)}`)
  const { path, bytes, sha256 } = listed
  onBytes(0)
  const hash = createHash('sha256')
  let read = 0
  const file = await open(join(directory, path), 'wx', 0o600)
  try {
    for await (const chunk of body) {
      read += chunk.length
      if (read > bytes) break
      hash.update(chunk)
      await file.writeFile(chunk)
      onBytes(chunk.length)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (read !== bytes || hash.digest('hex') !== sha256) throw damaged(`${path} is not as it was backed up`)
}
