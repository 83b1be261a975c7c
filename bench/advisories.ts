// What matching a repository costs: 5,000 packages against 200,000 advisories, of which those of their names are read.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Advisory } from '#domain/dependencies/advisories/advisory.js'
import { matchPackages, type ResolvedPackage } from '#domain/dependencies/advisories/match.js'
import { packageKey } from '#domain/dependencies/advisories/names.js'
import { readAdvisory } from '#domain/dependencies/advisories/record.js'
import { packagesOf, recordsOf } from './advisories-made-up.js'
import type { BenchOptions } from './index.js'

const ADVISORIES = 200_000
const PACKAGES = 5_000
/** Packages whose advisories are held at once. */
const BATCH = 100
const PIECE = 4_000_000
const MB = 1_048_576

/** Where the advisories of a package are in the file: the offset and the length of each. */
type Places = Map<string, [at: number, length: number][]>

export async function measureAdvisories({ kind, out }: BenchOptions): Promise<void> {
  if (kind === 'make') return writeDatabase(out)
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'))
  try {
    const path = join(folder, 'records.jsonl')
    // In a process of its own, so that what making them takes is no part of what is measured.
    const { status } = spawnSync(
      process.execPath,
      [process.argv[1] ?? '', 'advisories', 'make', '--out', path],
      {
        stdio: 'inherit'
      }
    )
    if (status !== 0) throw new Error('the advisories could not be made')
    measure(path, new Map(JSON.parse(readFileSync(`${path}.index`, 'utf8'))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The index of a database, by the names of packages. */
function writeDatabase(path: string): void {
  const places: Places = new Map()
  const file = openSync(path, 'w')
  let [piece, at] = ['', 0]
  for (const { keys, json } of recordsOf(ADVISORIES)) {
    for (const key of keys) places.set(key, [...(places.get(key) ?? []), [at, json.length]])
    piece += `${json}\n`
    at += json.length + 1
    if (piece.length < PIECE) continue
    writeSync(file, piece)
    piece = ''
  }
  writeSync(file, piece)
  closeSync(file)
  writeFileSync(`${path}.index`, JSON.stringify([...places]))
  console.log(`${ADVISORIES} advisories, ${(at / MB).toFixed(0)} MB, of ${places.size} packages`)
}

function measure(path: string, places: Places): void {
  const packages = packagesOf(PACKAGES)
  const file = openSync(path, 'r')
  const counts = { read: 0, findings: 0, undecided: 0 }
  const before = process.memoryUsage.rss()
  let peak = before
  const began = process.cpuUsage()
  for (let at = 0; at < packages.length; at += BATCH) {
    const batch = packages.slice(at, at + BATCH)
    const advisories = new Map(batch.map((one) => advisoriesOf(one, places, file)))
    const { findings, undecided } = matchPackages(batch, advisories)
    counts.read += [...advisories.values()].reduce((sum, { length }) => sum + length, 0)
    counts.findings += findings.length
    counts.undecided += undecided.length
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(began)
  closeSync(file)
  const growth = Math.max(peak, process.resourceUsage().maxRSS * 1024) - before
  console.log(
    `${PACKAGES} packages: ${counts.read} advisories read, ${counts.findings} findings, ${counts.undecided} undecided`
  )
  console.log(
    `${((user + system) / 1e6).toFixed(2)} s CPU, peak ${(growth / MB).toFixed(0)} MB above the start`
  )
}

function advisoriesOf(
  { ecosystem, name }: ResolvedPackage,
  places: Places,
  file: number
): [string, Advisory[]] {
  const key = packageKey(ecosystem, name)
  const advisories = (places.get(key) ?? []).flatMap(([at, length]) => {
    const bytes = Buffer.allocUnsafe(length)
    readSync(file, bytes, 0, length, at)
    const reading = readAdvisory(JSON.parse(bytes.toString('utf8')))
    return 'advisory' in reading ? [reading.advisory] : []
  })
  return [key, advisories]
}
