// Files of one JSON value per line, plain or compressed.
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'

export async function readLines(path: string): Promise<unknown[]> {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}

export async function writeLines(path: string, rows: readonly unknown[]): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await writeFile(path, path.endsWith('.gz') ? gzipSync(text) : text)
}
