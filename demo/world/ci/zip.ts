// Makes zip archives, honest and lying ones.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  path: string
  content: string | Uint8Array
  /** What the archive says of the size, if it lies. */
  statedBytes?: number
}

const VERSION = 20
const DEFLATED = 8

/** All files are deflated. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content, statedBytes } of entries) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)]
    const packed = deflateRawSync(bytes)
    // Version, flags, method, time and date; the sums; the lengths of the name and of what follows it.
    const facts = numbers([
      [2, VERSION],
      [2, 0],
      [2, DEFLATED],
      [4, 0],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, statedBytes ?? bytes.length],
      [2, name.length],
      [2, 0]
    ])
    const file = Buffer.concat([signature(3, 4), facts, name, packed])
    // Comment, disk, attributes within and outside, and where the file is.
    const place = numbers([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset]
    ])
    directory.push(Buffer.concat([signature(1, 2), numbers([[2, VERSION]]), facts, place, name]))
    files.push(file)
    offset += file.length
  }
  const index = Buffer.concat(directory)
  const end = numbers([
    [4, 0],
    [2, entries.length],
    [2, entries.length],
    [4, index.length],
    [4, offset],
    [2, 0]
  ])
  return Buffer.concat([...files, index, signature(5, 6), end])
}

const signature = (first: number, second: number) => Buffer.from([0x50, 0x4b, first, second])

function numbers(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    })
  )
}
