// The service behind a pooler that hands out connections of the server by transaction.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { announceOnCommit } from '#store/sql/announcements.js'
import { requireUsableAddresses } from '#store/sql/connection/addresses.js'
import type { Connection, Statement } from '#store/sql/connection/connection.js'
import { rowsOf } from '#store/sql/database.js'
import { POSTGRES_LIMITS, type PostgresAddresses } from '#store/sql/limits.js'
import { migrate, withPreparationLock } from '#store/sql/migrate.js'
import { openerAt, openPostgres } from '#store/sql/postgres.js'
import { noPooler, startPooler } from '#test/harness/pooler.js'
import { homeOf, serviceProcess } from '#test/harness/process.js'
import { newDatabase, onServer, SERVER } from '#test/harness/server.js'
import { until } from '#test/harness/until.js'
import { labelled } from '#test/jobs/deliveries/labelled.js'

const skip = SERVER === undefined ? 'the embedded database needs no pooler' : noPooler

t.test('processes that start at once leave the pooler to the one that migrates', { skip }, async (t) => {
  const { url: sessionUrl, drop } = await newDatabase(SERVER ?? '')
  const url = await startPooler(t, sessionUrl)
  const databases = Array.from({ length: 6 }, () => openPostgres({ url, sessionUrl }))
  t.teardown(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await drop()
  })
  let prepared = 0
  await Promise.all(
    databases.map(async (database) => {
      await migrate(database)
      await withPreparationLock(database, async () => {
        await database.execute('select $1::int', [1])
        prepared += 1
      })
    })
  )
  t.equal(prepared, databases.length)
})

const requireUsable = (addresses: PostgresAddresses) =>
  requireUsableAddresses(addresses, openerAt(POSTGRES_LIMITS))

t.test('addresses that lead to two databases are refused', { skip }, async (t) => {
  const [one, other] = [await newDatabase(SERVER ?? ''), await newDatabase(SERVER ?? '')]
  t.teardown(async () => {
    await one.drop()
    await other.drop()
  })
  const url = await startPooler(t, one.url)
  await t.rejects(requireUsable({ url, sessionUrl: other.url }), /another database/)
  await requireUsable({ url, sessionUrl: one.url })
  await requireUsable({ url: one.url })
})

t.test(
  'where a session is needed, a pooler by transaction is refused, however many clients it has',
  { skip },
  async (t) => {
    const { url: sessionUrl, drop } = await newDatabase(SERVER ?? '')
    t.teardown(drop)
    const url = await startPooler(t, sessionUrl)
    await t.rejects(requireUsable({ url }), /^DATABASE_URL leads to a pooler .*DATABASE_SESSION_URL/)
    await t.rejects(requireUsable({ url, sessionUrl: url }), /^DATABASE_SESSION_URL leads to a pooler/)
    await t.rejects(
      requireUsable({ url: sessionUrl, sessionUrl: url }),
      /^DATABASE_SESSION_URL leads to a pooler/
    )
    const busy = openPostgres({ url, sessionUrl })
    t.teardown(() => busy.close())
    let isOver = false
    const work = async () => {
      while (!isOver) await busy.execute('select pg_sleep($1::float8)', [0.001])
    }
    const working = Array.from({ length: 4 }, work)
    await t.rejects(requireUsable({ url }), /^DATABASE_URL leads to a pooler/)
    isOver = true
    await Promise.all(working)
  }
)

t.test('a server that answers one client after the other is no pooler', async () => {
  let free = () => {}
  let freed = Promise.resolve()
  const run = async ({ text }: Statement) => {
    if (text === 'rollback') free()
    else if (text !== 'begin') await freed
    else
      freed = new Promise((resolve) => {
        free = resolve
      })
    return [{ value: 1 }]
  }
  // Cast: the check asks nothing else of a connection.
  const open = async () => ({ run, close: async () => {} }) as unknown as Connection
  await requireUsableAddresses({ url: 'postgres://server' }, () => open)
})

t.test('an address that leads nowhere is named', { skip }, async (t) => {
  const { url, drop } = await newDatabase(SERVER ?? '')
  t.teardown(drop)
  const nowhere = new URL(url)
  nowhere.host = '127.0.0.1:1'
  const named = (name: string) => new RegExp(`^The database cannot be used: .*ECONNREFUSED.*Check ${name}`)
  await t.rejects(requireUsable({ url: nowhere.href }), named('DATABASE_URL'))
  await t.rejects(requireUsable({ url, sessionUrl: nowhere.href }), named('DATABASE_SESSION_URL'))
  await t.rejects(requireUsable({ url: nowhere.href, sessionUrl: url }), named('DATABASE_URL'))
})

async function open(t: Test) {
  const { url: sessionUrl, drop } = await newDatabase(SERVER ?? '')
  const database = openPostgres({ url: await startPooler(t, sessionUrl), sessionUrl })
  t.teardown(async () => {
    await database.close()
    await drop()
  })
  return database
}

t.test(
  'transactions share few connections, and each has its time limits and its own settings',
  { skip },
  async (t) => {
    const database = await open(t)
    const settings = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        database.transaction(async (tx) => {
          await tx.execute(sql`select set_config('service.lane', ${String(nth)}, true)`)
          const [row] = await rowsOf(
            tx,
            sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle, current_setting('service.lane') as lane,
            pg_backend_pid() as pid`
          )
          return row
        })
      )
    )
    t.strictSame(
      settings.map((row) => ({ ...(row ?? {}), pid: 0 })),
      settings.map((_, nth) => ({ statement: '1min', lock: '20s', idle: '20s', lane: String(nth), pid: 0 }))
    )
  }
)

t.test('statements with values, texts of several statements, and notifications work', { skip }, async (t) => {
  const database = await open(t)
  const heard: string[] = []
  await database.listen('news', (message) => heard.push(message))
  await database.execute('create table notes (id serial primary key, text text not null); select 1')
  const insert = (text: string) => database.execute('insert into notes (text) values ($1)', [text])
  await Promise.all(Array.from({ length: 60 }, (_, nth) => insert(`note ${nth}`)))
  await database.transaction(async (tx) => announceOnCommit(tx, 'news', 'written'))
  await until('the announcement is heard', async () => heard.includes('written'))
  const { rows } = await database.execute('select count(*)::int as count from notes where text like $1', [
    'note %'
  ])
  t.equal(rows[0]?.['count'], 60)
  const limits = await database.execute(
    `select current_setting('statement_timeout') as statement where $1 = 1`,
    [1]
  )
  t.equal(limits.rows[0]?.['statement'], '0', 'no limit of one has stayed with a connection that all share')
})

t.test('a statement with values is answered, whatever was sent just before it', { skip }, async (t) => {
  const database = await open(t)
  const asked = Array.from({ length: 400 }, (_, at) => at)
  const answers = await Promise.all(
    asked.map(async (at) => {
      // The driver sends a statement without values at once, and one with values in two parts.
      const statement = at % 2 === 0 ? sql.raw(`select ${at} as at`) : sql`select ${at}::int as at`
      return (await rowsOf<{ at: number }>(database.db, statement))[0]?.at
    })
  )
  t.same(answers, asked)
})

const DELIVERIES = 60

t.test('two processes of the service behind it handle every delivery once', { skip }, async (t) => {
  const home = await homeOf(t)
  const sessionUrl = home['DATABASE_URL'] ?? ''
  const environment = {
    ...home,
    DATABASE_URL: await startPooler(t, sessionUrl),
    DATABASE_SESSION_URL: sessionUrl
  }
  const services = [serviceProcess(t, environment), serviceProcess(t, environment)]
  for (const service of services) await service.start()
  const statuses = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, at) =>
      services[at % services.length]?.deliver(
        randomUUID(),
        labelled({ repo: 42, number: at + 1, labels: ['one'] })
      )
    )
  )
  t.strictSame([...new Set(statuses)], [202])
  const counted = `select count(*)::int from webhook_deliveries where state = 'processed'`
  await until(
    'every delivery is handled',
    async () => (await onServer(sessionUrl, counted))[0]?.['count'] === DELIVERIES
  )
  const [sums] = await onServer(
    sessionUrl,
    `select sum(amount)::int as count from tallies where repo_id = 42 and measure = 'issues.opened'`
  )
  t.equal(sums?.['count'], DELIVERIES)
  for (const service of services) {
    t.equal(await service.stop(), 0)
    t.notMatch(service.output, /prepared statement|Unhandled/)
  }
})
