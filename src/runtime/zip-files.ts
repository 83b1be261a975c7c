// Reads the files of a zip archive that comes from outside: nothing in it is trusted to be small, complete or true. The
// archive lies in a file without a name meanwhile, so that a crash leaves nothing behind.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

export interface ZipBounds {
  archiveBytes: number
  entries: number
  /** Of all files together, unpacked. */
  unpackedBytes: number
}

export interface ZippedFile {
  path: string
  /** To be read before the next file. What is longer than it says ends with an error. */
  bytes(): AsyncIterable<Uint8Array>
}

/** Why an archive is not read further. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault'
}

/** The files whose path is wanted, in the order of the archive. */
export async function* filesOfZip(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (path: string) => boolean,
  bounds: ZipBounds
): AsyncGenerator<ZippedFile> {
  const archive = await namelessFile()
  try {
    await store(archive, chunks, bounds.archiveBytes)
    yield* entriesOf(archive, isWanted, bounds)
  } finally {
    await archive.close()
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  try {
    return await open(join(folder, 'zip'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function store(
  archive: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number
): Promise<void> {
  let written = 0
  for await (const chunk of chunks) {
    written += chunk.byteLength
    if (written > mostBytes) throw new ZipFault(`it is larger than ${inMib(mostBytes)}`)
    await archive.writeFile(chunk)
  }
}

const inMib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`

async function* entriesOf(
  archive: FileHandle,
  isWanted: (path: string) => boolean,
  { entries: mostEntries, unpackedBytes }: ZipBounds
): AsyncGenerator<ZippedFile> {
  const zip = await openZip(archive)
  if (zip.entryCount > mostEntries) throw new ZipFault(`it has more than ${mostEntries} files`)
  let left = unpackedBytes
  for await (const entry of eachEntry(zip)) {
    if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new ZipFault(`its files are larger than ${inMib(unpackedBytes)} together`)
    yield { path: entry.fileName, bytes: () => bytesOf(zip, entry) }
  }
}

async function openZip(archive: FileHandle): Promise<ZipFile> {
  try {
    return await fromFdPromise(archive.fd, { autoClose: false, lazyEntries: true })
  } catch (error) {
    throw faultOf(error)
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch (error) {
    throw faultOf(error)
  }
}

/** The reader ends with an error where a file is longer than the archive says. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (!entry.canDecodeFileData()) throw new ZipFault('it is encrypted, or packed in an unknown way')
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw faultOf(error)
  }
}

const faultOf = (error: unknown): ZipFault =>
  error instanceof ZipFault
    ? error
    : new ZipFault(error instanceof Error ? error.message : 'it is unreadable')
