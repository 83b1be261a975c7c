// A Postgres database with a fleet to measure on: made once for each size, and used again until the schema changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time/durations.js'
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '#paths.js'
import { freshDatabase, onServer, urlOf } from './contestant.js'
import { fill, fillEvents, fillGoverned, fillTrust, type TrustSize } from './mirror/fill.js'
import type { GovernedSize } from './mirror/governance.js'
import type { PipelineSize } from './mirror/pipeline.js'

/** Statistics look back from today: older data would leave their windows empty. */
const LONGEST_USE_MS = 3 * DAY_MS

/** At scale 1. */
const GOVERNED_ROWS = 100_000
const GOVERNED_REPOSITORIES = 1_000
const EVENTS = 1_000_000
const RESULTS = 10_000_000
const FINDINGS = 1_000_000

export async function prepareData({ scale }: { scale: number }): Promise<void> {
  console.log(await dataOf(scale))
}

/** Where the data of this scale is. */
export function dataOf(scale: number): Promise<string> {
  const name = `bench_mirror_${String(scale).replace('.', '_')}`
  return keptData(name, (url, now) => fill(url, scale, now))
}

/**
 * What lists about the upkeep of repositories are measured on at this scale: many rows on as many repositories as always,
 * and, for the list that has a row for each repository, many repositories.
 */
export function governedSizes(scale: number): [ofRows: GovernedSize, ofRepositories: GovernedSize] {
  const rows = Math.round(GOVERNED_ROWS * scale)
  return [
    { repositories: GOVERNED_REPOSITORIES, rows },
    { repositories: rows, rows: 0 }
  ]
}

/** Where data of this size about the upkeep of repositories is. */
export function governedDataOf(size: GovernedSize): Promise<string> {
  const name = `bench_governed_${size.repositories}_${size.rows}`
  return keptData(name, (url, now) => fillGoverned(url, size, now))
}

/** Many events, of as many repositories as always. */
export const pipelineSize = (scale: number): PipelineSize => ({
  repositories: GOVERNED_REPOSITORIES,
  events: Math.round(EVENTS * scale)
})

/** Where events of this size are. */
export function pipelineDataOf(size: PipelineSize): Promise<string> {
  return keptData(`bench_pipeline_${size.events}`, (url, now) => fillEvents(url, size, now))
}

/** Many results of tests and many findings, of as many repositories as always. */
export const trustSize = (scale: number): TrustSize => ({
  repositories: GOVERNED_REPOSITORIES,
  results: Math.round(RESULTS * scale),
  findings: Math.round(FINDINGS * scale)
})

/** Where results and findings of this size are. */
export function trustDataOf(size: TrustSize): Promise<string> {
  return keptData(`bench_trust_${size.results}`, (url, now) => fillTrust(url, size, now))
}

/** The data is made if it is missing, or of another schema, or out of date. */
async function keptData(name: string, make: (url: string, now: Date) => Promise<void>): Promise<string> {
  const kept = await describedAs(name)
  const version = versionOfData()
  const [keptVersion, madeAt] = (kept ?? '').split(' ')
  if (keptVersion === version && Date.now() - Date.parse(madeAt ?? '') < LONGEST_USE_MS) return urlOf(name)
  const began = performance.now()
  const now = new Date()
  console.log(`making the data in ${name}`)
  const url = await freshDatabase(name)
  await make(url, now)
  await onServer((sql) => sql.unsafe(`comment on database ${name} is '${version} ${now.toISOString()}'`))
  console.log(`made in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return url
}

async function describedAs(name: string): Promise<string | undefined> {
  const [found] = await onServer(
    (sql) => sql<{ description: string | null }[]>`
      select shobj_description(oid, 'pg_database') as description from pg_database where datname = ${name}`
  )
  return found?.description ?? undefined
}

/** Changes with the tables, with what is counted, and with what is made up. */
function versionOfData(): string {
  const hash = createHash('sha256')
  const built = join(PACKAGE_FOLDER, 'dist')
  const sources = [
    MIGRATIONS_FOLDER,
    join(built, 'bench/mirror'),
    join(built, 'src/domain/mirror/tallies.js')
  ]
  for (const source of sources) for (const file of filesOf(source)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(path: string): string[] {
  if (/\.js$/.test(path)) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  return names.filter((name) => /\.(sql|js)$/.test(name)).map((name) => join(path, name))
}
