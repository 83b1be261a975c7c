// What connections that are lost, or shared, may not do to those who use them.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { type Database, rowsOf } from '#store/sql/database.js'
import { POSTGRES_LIMITS } from '#store/sql/limits.js'
import { openPostgres } from '#store/sql/postgres.js'
import { homeOf, serviceProcess } from '#test/harness/process.js'
import { newDatabase, onServer, SERVER } from '#test/harness/server.js'
import { until } from '#test/harness/until.js'
import { labelled } from '#test/jobs/deliveries/labelled.js'

const skip = SERVER === undefined && 'the embedded database has no connections to lose'

/** Ends each connection of the service to its database, but not the one that does it. */
const END_ALL = `select count(pg_terminate_backend(pid, 5000))::int as ended from pg_stat_activity
  where datname = current_database() and application_name = 'repository-automation-service'`

async function databaseOf(t: Test): Promise<{ database: Database; url: string }> {
  const { url, drop } = await newDatabase(SERVER ?? '')
  const database = openPostgres(url)
  t.teardown(async () => {
    await database.close()
    await drop()
  })
  await database.execute('create table notes (id serial primary key, text text not null)', [])
  return { database, url }
}

const textsIn = async ({ execute }: Database) =>
  (await execute('select text from notes order by id', [])).rows.map(({ text }) => text)

const EVERY_MS = 33
const DELIVERIES = 240
const ENDED_EVERY = 12

t.test(
  'a process whose connections are ended again and again lives, loses nothing it accepted, and does nothing twice',
  { skip },
  async (t) => {
    const home = await homeOf(t)
    const service = serviceProcess(t, home)
    await service.start()
    const { pid } = service
    const url = home['DATABASE_URL'] ?? ''
    const accepted: string[] = []
    const statuses = new Set<number>()
    const sending: Promise<void>[] = []
    const ended: number[] = []
    const send = async (number: number) => {
      const id = randomUUID()
      const status = await service.deliver(id, labelled({ repo: 42, number, labels: ['one'] })).catch(() => 0)
      statuses.add(status)
      if (status === 202) accepted.push(id)
    }
    for (let at = 1; at <= DELIVERIES; at += 1) {
      sending.push(send(at))
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      if (at % ENDED_EVERY === 0) ended.push(Number((await onServer(url, END_ALL))[0]?.['ended']))
    }
    await Promise.all(sending)
    t.ok(ended.filter((count) => count > 0).length >= 10, `connections ended: ${ended.join(' ')}`)
    t.ok(accepted.length > DELIVERIES / 2, `${accepted.length} of ${DELIVERIES} are accepted`)
    t.same([...statuses].filter((status) => status !== 202 && status !== 503).sort(), [], 'or answered 503')
    // A set of jobs that was fetched when the connection was lost is taken back when its lease has lapsed.
    await until('every delivery is handled', () => isAllHandled(url))
    const rows = await onServer(url, 'select delivery_id, state from webhook_deliveries')
    const stateOf = new Map(rows.map((row) => [row['delivery_id'], row['state']]))
    const isLost = (id: string) => stateOf.get(id) !== 'processed'
    t.same(accepted.filter(isLost), [], 'none is lost')
    const [issues] = await onServer(url, 'select count(*)::int from issues')
    t.equal(issues?.['count'], stateOf.size, 'each took effect')
    const [feed] = await onServer(
      url,
      `select sum(amount)::int as count from activity_sums
       where repo_id = 42 and source = 'webhook' and status = 'processed'`
    )
    t.equal(feed?.['count'], stateOf.size, 'none took effect twice')
    const [sums] = await onServer(
      url,
      `select sum(amount)::int as count from tallies where repo_id = 42 and measure = 'issues.opened'`
    )
    t.equal(sums?.['count'], stateOf.size, 'and the sums say the same')
    t.equal(service.pid, pid)
    t.equal((await service.client.GET('/health')).data?.checks.database, 'ok', 'it lives')
    t.equal(await service.stop(), 0)
    t.notMatch(service.output, /TypeError|Unhandled promise rejection/)
  }
)

async function isAllHandled(url: string): Promise<boolean> {
  const [row] = await onServer(
    url,
    `select count(*)::int from webhook_deliveries where state in ('queued', 'processing')`
  )
  return row?.['count'] === 0
}

t.test(
  'what a transaction does after its connection was lost reaches no other transaction',
  { skip },
  async (t) => {
    const { database, url } = await databaseOf(t)
    let isEnded = false
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const late = database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes (text) values ('of the lost one')`)
      await onServer(url, END_ALL)
      isEnded = true
      await mayGoOn
      await tx.execute(sql`insert into notes (text) values ('too late')`)
    })
    const isRefused = t.rejects(late, { cause: { code: 'CONNECTION_CLOSED' } })
    await until('its connection is ended', async () => isEnded)
    await until('connections are made anew', () =>
      database.execute('select 1', []).then(Boolean, () => false)
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        database.transaction(async (tx) => {
          await tx.execute(sql`insert into notes (text) values (${`one of ${at}`})`)
          goOn()
          await tx.execute(sql`insert into notes (text) values (${`other of ${at}`})`)
        })
      )
    )
    await isRefused
    const texts = await textsIn(database)
    t.equal(texts.length, 40)
    t.notOk(texts.includes('too late') || texts.includes('of the lost one'))
  }
)

t.test('whoever waits for an answer over a connection that is lost is told', { skip }, async (t) => {
  const { database, url } = await databaseOf(t)
  const answers = Promise.allSettled([
    database.db.execute(sql`select pg_sleep(600)`),
    database.execute('select pg_sleep(600)', []),
    database.execute('begin; select pg_sleep(600); commit'),
    database.transaction((tx) =>
      Promise.all([tx.execute(sql`select pg_sleep(${600})`), tx.execute(sql`select ${'behind'}::text`)])
    )
  ])
  await until('all are asked', async () => {
    const [row] = await onServer(
      url,
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    )
    return row?.['count'] === 4
  })
  await onServer(url, END_ALL)
  for (const one of await answers) t.match(one, { status: 'rejected' })
  t.same((await database.execute('select 1 as one', [])).rows, [{ one: 1 }], 'and the next is answered')
})

t.test('notifications come again after their connection was lost', { skip }, async (t) => {
  const { database, url } = await databaseOf(t)
  const heard: string[] = []
  await database.listen('news', (message) => heard.push(message))
  await onServer(url, END_ALL)
  await until('the loss is told', async () => heard.includes(''))
  await database.execute(`select pg_notify('news', 'hello')`, [])
  await until('it is heard', async () => heard.includes('hello'))
})

t.test('a transaction has its connection to itself, however many ask beside it', { skip }, async (t) => {
  const { database } = await databaseOf(t)
  const identify = sql`select pg_current_xact_id()::text as id, pg_backend_pid() as pid`
  const work = (at: number) =>
    at % 3 === 0
      ? rowsOf<{ id: string }>(database.db, identify).then((rows) => rows.map(({ id }) => id))
      : database.transaction(async (tx) => {
          const ids: string[] = []
          for (let count = 0; count < 5; count += 1)
            ids.push(...(await rowsOf<{ id: string }>(tx, identify)).map(({ id }) => id))
          return ids
        })
  const all = await Promise.all(Array.from({ length: 300 }, (_, at) => work(at)))
  t.same(
    all.filter((ids) => new Set(ids).size > 1),
    [],
    'the statements of one are of one transaction'
  )
  t.equal(new Set(all.map(([id]) => id)).size, 300, 'and each is another')
})

t.test('a transaction of which a statement failed fails, also where nobody minded', { skip }, async (t) => {
  const { database } = await databaseOf(t)
  await t.rejects(
    database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes (text) values ('first')`)
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    }),
    { code: '22012' }
  )
  await database.transaction(async (tx) => {
    await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => {})
    await tx.execute(sql`insert into notes (text) values ('after a savepoint')`)
  })
  t.same(await textsIn(database), ['after a savepoint'])
})

t.test('nothing is done where a transaction could not begin as it should', { skip }, async (t) => {
  const { database, url } = await databaseOf(t)
  // Behind a pooler each transaction begins with its limits; this one is none.
  const seconds = { ...POSTGRES_LIMITS.seconds, lock: Number.NaN }
  const other = openPostgres({ url, sessionUrl: url }, { ...POSTGRES_LIMITS, seconds })
  t.teardown(() => other.close())
  await t.rejects(
    other.transaction((tx) => tx.execute(sql`insert into notes (text) values ('outside')`)),
    { code: '22023' }
  )
  await t.rejects(
    other.transaction(async () => {}),
    { code: '22023' }
  )
  t.same(await textsIn(database), [])
})
