// Writes a backup: a compressed tar archive whose first file is the manifest.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { fileSystemFault } from './error.js'
import { type BackupManifest, MANIFEST_NAME } from './manifest.js'
import { placeFile, takeName } from './place.js'

export interface BackupSource {
  /** The data directory, which nobody else writes to. */
  directory: string
  manifest: BackupManifest
  /** An error of it ends the backup. */
  onBytes(bytes: number): void
}

/** Written to the side first: it never replaces another file, and a failure leaves nothing behind. */
export async function writeBackup(file: string, source: BackupSource): Promise<void> {
  const aside = `${file}.unfinished`
  try {
    await takeName(aside)
    await writeArchive(aside, source)
      .then(() => placeFile(aside, file))
      .finally(() => rm(aside, { force: true }))
  } catch (error) {
    throw fileSystemFault(`The backup could not be written to ${file}`, error)
  }
}

/** The error of either side ends the other: when this fails, the file is closed. */
async function writeArchive(file: string, source: BackupSource): Promise<void> {
  const { readable, controller } = createTarPacker()
  const out = createWriteStream(file, { flush: true })
  addAll(controller, source).catch((error: unknown) => controller.error(error))
  await pipeline(Readable.fromWeb(readable), createGzip(), out)
}

async function addAll(
  controller: TarPackController,
  { directory, manifest, onBytes }: BackupSource
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  await addEntry(controller, { name: MANIFEST_NAME, bytes: text.length }, [text])
  for (const { path, bytes } of manifest.files) {
    await addEntry(
      controller,
      { name: path, bytes },
      counted(createReadStream(join(directory, path)), onBytes)
    )
  }
  controller.finalize()
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

async function addEntry(
  controller: TarPackController,
  { name, bytes }: { name: string; bytes: number },
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
): Promise<void> {
  const writer = controller.add({ name, size: bytes, mode: 0o600, type: 'file' }).getWriter()
  for await (const chunk of content) await writer.write(chunk)
  await writer.close()
}
