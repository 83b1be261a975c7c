// A Postgres database with a fleet to measure on: made once for each size, and used again until the schema changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { DAY_MS } from '#domain/time/durations.js'
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '#paths.js'
import { freshDatabase, SERVER } from './contestant.js'
import { fill } from './mirror/fill.js'

/** Statistics look back from today: older data would leave their windows empty. */
const LONGEST_USE_MS = 3 * DAY_MS

export async function prepareData({ scale }: { scale: number }): Promise<void> {
  console.log(await dataOf(scale))
}

/** Where the data of this scale is; it is made if it is missing, or of another schema, or out of date. */
export async function dataOf(scale: number): Promise<string> {
  const name = `bench_mirror_${String(scale).replace('.', '_')}`
  const kept = await describedAs(name)
  const version = versionOfData()
  const [keptVersion, madeAt] = (kept ?? '').split(' ')
  if (keptVersion === version && Date.now() - Date.parse(madeAt ?? '') < LONGEST_USE_MS) return urlOf(name)
  const began = performance.now()
  const now = new Date()
  console.log(`making the data of scale ${scale} in ${name}`)
  const url = await freshDatabase(name)
  await fill(url, scale, now)
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

function urlOf(name: string): string {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(SERVER, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
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
