// Of every reply that is kept: it shows nothing that could change without its being read again.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import t from 'tap'
import { arrayOf, recordOf } from '#http/docs/read.js'
import { type KeptPage, PageMemory } from '#runtime/page-memory.js'
import { TABLES_OF } from '#store/operation/changes.js'
import { issues } from '#tables/mirror/issues.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { observedReads } from '#test/harness/observed-reads.js'
import { operationsOf, type Parameter } from '#test/rules/document.js'
import { sourcesIn } from '#test/rules/syntax.js'
import { seedFleet } from '../../../../demo/fleet/index.js'

const NOW = new Date('2026-03-04T10:00:00Z')
const MUCH_LATER = new Date('2027-09-04T10:00:00Z')
let now = NOW
class ObservedMemory extends PageMemory {
  readonly addresses = new Set<string>()

  override keep(address: string, page: KeptPage): void {
    this.addresses.add(address.trim())
    super.keep(address, page)
  }
}

const pageMemory = new ObservedMemory(100 * 1024 * 1024)
const service = await startTestService({ work: false, deps: { now: () => now, pageMemory } })
t.teardown(() => service.close())
const { deps } = service
await seedFleet(deps, { now: NOW })
const reads = observedReads(deps.db)

const get = (url: string) =>
  service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}` } })

const [repo] = (await get('/api/repos?per_page=2')).json().data
const VALUES: Record<string, string> = {
  owner: repo.owner,
  repo: repo.name,
  hostRunId: String((await get('/api/ci?per_page=2')).json().data[0].host_run_id),
  hostIssueId: String((await get('/api/issues?per_page=2')).json().data[0].host_id)
}

pageMemory.addresses.clear()

/** A value that a parameter may have. */
function sampleOf({ name, spec }: Parameter): string {
  const { type, enum: words, items } = recordOf(spec['schema'])
  const [word] = arrayOf(words ?? recordOf(items)['enum'])
  if (word !== undefined) return String(word)
  if (name === 'repo') return `${repo.owner}/${repo.name}`
  if (['since', 'until', 'from', 'to'].includes(name)) return '2026-01-31'
  return type === 'boolean' ? 'true' : type === 'integer' || type === 'number' ? '1' : 'a'
}

const queriesOf = (parameters: readonly Parameter[]) =>
  parameters.filter(({ place }) => place === 'query').map((one) => `?${one.name}=${sampleOf(one)}`)

/** Each path without parameters, and with each of them alone. */
const urls = operationsOf((await get('/openapi.json')).json())
  .filter(({ method, path, isWebhook }) => method === 'GET' && path.startsWith('/api/') && !isWebhook)
  .filter(({ path }) => path !== '/api/stream')
  .flatMap(({ path, parameters }) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => VALUES[name] ?? '1')
    return ['', ...queriesOf(parameters)].map((query) => filled + query)
  })

const told = new Map(
  Object.values(TABLES_OF)
    .flat()
    .map((table) => [getTableName(table), table])
)

async function read(url: string) {
  reads.clear()
  const { statusCode, body } = await get(url)
  return { statusCode, body, tables: reads.names().filter((name) => told.has(name)) }
}

/** Tells of a table as if it had been written. */
const tell = (table: string) =>
  deps.transaction(async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`)
    const first = `"${Object.values(getTableColumns(told.get(table) ?? issues))[0]?.name}"`
    await tx.execute(sql.raw(`insert into "${table}" (${first}) select ${first} from "${table}" where false`))
  })

const kept: { url: string; tables: string[]; body: string }[] = []

t.test('the lists of the API are kept', async (t) => {
  for (const url of urls) {
    await deps.revisions.refresh()
    const first = await read(url)
    const again = await read(url)
    if (first.statusCode === 200 && first.tables.length > 0 && again.tables.length === 0)
      kept.push({ url, ...first })
  }
  const declared = sourcesIn('src/routes').reduce(
    (sum, { text }) => sum + text.split('keptUntil:').length - 1,
    0
  )
  const plain = [...pageMemory.addresses].filter((url) => !url.includes('?'))
  t.equal(plain.length, declared, 'every route that says what it shows was tried')
  for (const url of pageMemory.addresses)
    t.ok(
      kept.some((one) => one.url === url),
      url
    )
})

t.test('a reply is read again as soon as a table that it was read from is written', async (t) => {
  for (const { url, tables } of kept)
    for (const table of tables) {
      await get(url)
      await tell(table)
      t.not((await read(url)).tables.length, 0, `${url} after a write of ${table}`)
    }
})

t.test('a reply that is kept is the same at any time', async (t) => {
  now = MUCH_LATER
  for (const { url, tables, body } of kept) {
    if ((await read(url)).tables.length > 0) continue
    await tell(tables[0] ?? '')
    t.equal((await read(url)).body, body, url)
  }
})
