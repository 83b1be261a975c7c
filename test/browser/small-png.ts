// Makes a picture of a page small: 256 colours are enough for text on plain areas.
import { crc32 as crcOf, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_COLOURS = 256
const PALETTE = 3

interface Picture {
  width: number
  height: number
  /** Three bytes for each point, row by row. */
  points: Buffer
}

export function smallPng(png: Buffer): Buffer {
  const { width, height, points } = decoded(png)
  const palette = paletteOf(points)
  const indexOf = nearestIn(palette)
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      lines[y * (width + 1) + x + 1] = indexOf(points.readUIntBE(3 * (y * width + x), 3))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, PALETTE], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const data = deflateSync(lines, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crcOf(named), named.length + 4)
  return whole
}

function decoded(png: Buffer): Picture {
  const parts: Buffer[] = []
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const depth = png[25] === 6 ? 4 : 3
  return { width, height, points: unfiltered(inflateSync(Buffer.concat(parts)), { width, height, depth }) }
}

interface Shape {
  width: number
  height: number
  depth: number
}

function unfiltered(lines: Buffer, { width, height, depth }: Shape): Buffer {
  const length = width * depth
  const points = Buffer.alloc(width * height * 3)
  let above: Uint8Array = new Uint8Array(length)
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1)
    const line = Uint8Array.from(lines.subarray(from + 1, from + 1 + length))
    const restore = FILTERS[lines[from] ?? 0] ?? NONE
    for (const [x, value] of line.entries())
      line[x] = value + restore(line[x - depth] ?? 0, above[x] ?? 0, above[x - depth] ?? 0)
    for (let x = 0; x < width; x += 1)
      points.set(line.subarray(x * depth, x * depth + 3), 3 * (y * width + x))
    above = line
  }
  return points
}

type Restore = (left: number, up: number, corner: number) => number
const NONE: Restore = () => 0
const FILTERS: readonly Restore[] = [
  NONE,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const guess = left + up - corner
    const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
]

/** The colours that cover most. */
function paletteOf(points: Buffer): number[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < points.length; at += 3) {
    const colour = points.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour)
}

function nearestIn(palette: readonly number[]): (colour: number) => number {
  const known = new Map(palette.map((colour, at) => [colour, at]))
  return (colour) => {
    const found = known.get(colour) ?? indexOfLeast(palette.map((one) => distance(one, colour)))
    known.set(colour, found)
    return found
  }
}

const distance = (one: number, other: number) =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)

const indexOfLeast = (values: readonly number[]) => values.indexOf(Math.min(...values))
