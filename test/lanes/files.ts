// Which test files there are, and which of them need a database: told from what they import.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#paths.js'
import type { Failure } from './tap.js'

/** Tests in a browser have a folder of their own. */
export const BUNDLES = join(PACKAGE_FOLDER, 'dist', process.env['TEST_BUNDLES'] ?? 'tests')

/** In the folder of a run: which files were run to their end, what failed in them, and what each of them took. */
export const FINISHED = 'finished.jsonl'

export function readFinished(queue: string): { name: string; failed: Failure[] }[] {
  const lines = readFileSync(join(queue, FINISHED), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** What the bundler says of the files that it read. */
interface Meta {
  inputs: Record<string, { imports: { path: string }[] }>
}

export interface TestFile {
  /** Its source, from the root of the package. */
  name: string
  bundle: string
  needsDatabase: boolean
}

export function listTestFiles(): TestFile[] {
  const { inputs }: Meta = JSON.parse(readFileSync(join(BUNDLES, 'meta.json'), 'utf8'))
  const names = Object.keys(inputs).filter((name) => /\.(?:test|browser)\.ts$/.test(name))
  return names.map((name) => ({
    name,
    bundle: join(BUNDLES, name.replace(/^test\/(.*)\.ts$/, '$1.js')),
    needsDatabase: reaches(inputs, name, 'test/harness/server.ts')
  }))
}

function reaches(inputs: Meta['inputs'], from: string, wanted: string): boolean {
  const seen = new Set([from])
  for (const name of seen) for (const { path } of inputs[name]?.imports ?? []) seen.add(path)
  return seen.has(wanted)
}
