// Files of JSON, one value a line, plain or packed.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export async function* readLines(path: string): AsyncGenerator<unknown> {
  const bytes = createReadStream(path)
  const input = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield JSON.parse(line)
}

export async function writeLines(
  path: string,
  rows: Iterable<unknown> | AsyncIterable<unknown>
): Promise<void> {
  const text = Readable.from(linesOf(rows))
  const file = createWriteStream(path)
  await (path.endsWith('.gz') ? pipeline(text, createGzip(), file) : pipeline(text, file))
}

async function* linesOf(rows: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
