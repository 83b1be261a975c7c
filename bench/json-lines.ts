// Files of JSON lines, plain or compressed.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

/** What stands in the file is taken at its word: a bench judges nothing but its own numbers. */
export function readLines<Row>(path: string): Row[] {
  const bytes = readFileSync(path)
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const lines = (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  // The border to the file: its rows are described where they are read.
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Row)
}

export function writeLines(path: string, rows: readonly object[]): void {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text)
}
