// The records in a zip archive.
import { filesOfZip, ZipFault } from '#runtime/zip-files.js'
import { type AdvisoryFile, AdvisorySourceFault, isRecordFile, textIn } from './source.js'

export const ARCHIVE_BOUNDS = {
  archiveBytes: 2 * 2 ** 30,
  entries: 2_000_000,
  unpackedBytes: 16 * 2 ** 30
}

export async function* filesOfArchive(
  name: string,
  chunks: AsyncIterable<Uint8Array>
): AsyncGenerator<AdvisoryFile> {
  try {
    for await (const { path, bytes } of filesOfZip(chunks, isRecordFile, ARCHIVE_BOUNDS))
      yield await textIn(`${name}:${path}`, bytes())
  } catch (error) {
    if (error instanceof ZipFault)
      throw new AdvisorySourceFault(`The archive ${name} cannot be read: ${error.message}.`)
    throw error
  }
}
