// What a copy of the OSV database offers, wherever it lies.

export interface AdvisoryFile {
  path: string
  /** Undefined if it is too large, or no text in UTF-8. */
  text: string | undefined
}

export interface PartReading {
  /** Whether these are all records of the part, so that others are gone; otherwise those that have changed. */
  isWhole: boolean
  /** The last change that the source knows of, to go on from; null if it does not say. */
  modified: string | null
  /** Fails with an `AdvisorySourceFault` where the source is not what it should be. */
  files: AsyncIterable<AdvisoryFile>
}

export interface AdvisorySource {
  /** As the setting names it. */
  readonly name: string
  /** Read one after another, each whole or as changes. */
  readonly parts: readonly string[]
  /** Undefined if the source has no such part. */
  read(part: string, since: string | null): Promise<PartReading | undefined>
}

/** Why a source is not read further. */
export class AdvisorySourceFault extends Error {
  override readonly name = 'AdvisorySourceFault'
}

/** The part of a source that is not divided. */
export const UNDIVIDED = 'all'

/** Of one record. */
const MOST_RECORD_BYTES = 5 * 2 ** 20

export async function textIn(path: string, chunks: AsyncIterable<Uint8Array>): Promise<AdvisoryFile> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > MOST_RECORD_BYTES) return { path, text: undefined }
    parts.push(chunk)
  }
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) }
  } catch {
    return { path, text: undefined }
  }
}

export const isRecordFile = (path: string) => path.toLowerCase().endsWith('.json')
