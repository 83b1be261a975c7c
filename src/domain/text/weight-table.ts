// A table of learned numbers as a file that ships: facts about it, sorted hashes, and one row of bytes for each hash.

export interface WeightTable<Facts> {
  facts: Facts
  /** The length of a row. */
  columns: number
  /** Sorted for binary search. */
  hashes: Uint32Array
  weights: Int8Array
}

const MAGIC = 'WTB1'
const HEAD_BYTES = 8

interface Head<Facts> {
  rows: number
  columns: number
  facts: Facts
}

export function encodeWeightTable<Facts>({
  facts,
  columns,
  hashes,
  weights
}: WeightTable<Facts>): Uint8Array {
  const head: Head<Facts> = { rows: hashes.length, columns, facts }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const from = HEAD_BYTES + text.length
  const bytes = new Uint8Array(from + 4 * hashes.length + weights.length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(4, text.length, true)
  bytes.set(text, HEAD_BYTES)
  hashes.forEach((hash, row) => {
    view.setUint32(from + 4 * row, hash, true)
  })
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), from + 4 * hashes.length)
  return bytes
}

/** The name of what the table holds is for errors. */
export function decodeWeightTable<Facts>(bytes: Uint8Array, name: string): WeightTable<Facts> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const textBytes = bytes.length < HEAD_BYTES ? 0 : view.getUint32(4, true)
  const from = HEAD_BYTES + textBytes
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC || from > bytes.length)
    throw new Error(`the file does not contain ${name}`)
  const text = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, from))
  // Cast: only `encodeWeightTable` writes this format, and the magic bytes match.
  const { rows, columns, facts } = JSON.parse(text) as Head<Facts>
  if (bytes.length !== from + (4 + columns) * rows) throw new Error(`the file with ${name} is truncated`)
  const hashes = Uint32Array.from({ length: rows }, (_, row) => view.getUint32(from + 4 * row, true))
  return { facts, columns, hashes, weights: Int8Array.from(bytes.subarray(from + 4 * rows)) }
}

/** Where the table has no row for a hash. */
export const NO_ROW = -1

export function rowOfHash({ hashes }: Pick<WeightTable<unknown>, 'hashes'>, hash: number): number {
  let low = 0
  let high = hashes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = hashes[middle] ?? 0
    if (candidate === hash) return middle
    if (candidate < hash) low = middle + 1
    else high = middle - 1
  }
  return NO_ROW
}
