// Upkeep of the embedded database by one look after the other, as the timer would take them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { findDue } from '#store/embedded/due.js'
import { embeddedOn, openPglite } from '#store/embedded/embedded.js'
import { Upkeep } from '#store/embedded/upkeep.js'

const GOES_ON = new AbortController().signal
const directory = join(t.testdir(), 'database')
const open = async () => embeddedOn(await openPglite({ directory, image: DATABASE_IMAGE }))
let database = await open()
t.teardown(() => database.close())

const failures: object[] = []
const log = { warn: (facts: object) => void failures.push(facts), error() {} }
const upkeepOf = ({ execute }: typeof database) =>
  new Upkeep({ execute, freeBytes: async () => Number.MAX_SAFE_INTEGER, log })
let upkeep = upkeepOf(database)

const run = async (text: string) => (await database.execute(text, [])).rows
const number = async (expression: string) => Number((await run(`select ${expression} as it`))[0]?.['it'])
const segments = () => readdirSync(join(directory, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))

/** Looks until nothing that is due is left to do. */
async function lookUntil(t: Test, what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 50 && !(await condition()); looks += 1) await upkeep.look(GOES_ON)
  t.ok(await condition(), what)
  t.same(failures, [])
}

/** So much more in the log, without a row. A segment of it has 1 MiB. */
const writeLog = (mib: number) =>
  run(
    `select count(pg_logical_emit_message(false, 'test', repeat('x', 1048576))) from generate_series(1, ${mib})`
  )
const ROWS = 10_000
const createTable = (name: string) => run(`create table ${name} (id int, line text)`)
const fill = (name: string) =>
  run(`insert into ${name} select i, repeat('x', 1000) from generate_series(1, ${ROWS}) i`)

t.test('the log is cut once it is long, and not before', async (t) => {
  await run('checkpoint')
  await writeLog(48)
  await upkeep.look(GOES_ON)
  t.ok(segments().length > 48, 'it is left as it is')
  await writeLog(20)
  await upkeep.look(GOES_ON)
  t.ok(segments().length < 8, `${segments().length} segments`)
})

t.test('the space of deleted rows is used again', async (t) => {
  await createTable('reused')
  const vacuums = () => number("pg_stat_get_vacuum_count('reused'::regclass)")
  const sizes: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const before = await vacuums()
    await fill('reused')
    sizes.push(await number("pg_relation_size('reused')"))
    // The last row stays, so that the file cannot simply be cut.
    await run(`delete from reused where id < ${ROWS}`)
    await lookUntil(t, 'the table is vacuumed', async () => (await vacuums()) > before)
  }
  const [first = 0] = sizes
  t.ok(
    sizes.every((bytes) => bytes < first * 1.5),
    sizes.join(', ')
  )
})

t.test('so is the space of their long values', async (t) => {
  await createTable('long')
  await run('alter table long alter line set storage external')
  await run(`insert into long select i, repeat('x', 9000) from generate_series(1, 1200) i`)
  const vacuums = () =>
    number("pg_stat_get_vacuum_count((select reltoastrelid from pg_class where relname = 'long'))")
  const before = await vacuums()
  await run('delete from long where id % 2 = 0')
  await lookUntil(t, 'they are vacuumed', async () => (await vacuums()) > before)
})

t.test('the planner learns how many rows a table has, and what they hold', async (t) => {
  await createTable('counted')
  await fill('counted')
  const isKnown = async () =>
    (await number("(select count(*) from pg_stats where tablename = 'counted')")) === 2
  await lookUntil(t, 'the columns are known', isKnown)
  t.equal(await number("(select reltuples from pg_class where relname = 'counted')"), ROWS)
})

/** Postgres publishes its counts of rows when it sees fit, unless it is told to. */
const publishCounts = () => run('select pg_stat_force_next_flush()')

/** A table of so many rows without changes; what has become due of it can be asked then. */
async function cleanTable(name: string, rows: number) {
  await createTable(name)
  await run(`insert into ${name} select i, 'x' from generate_series(1, ${rows}) i`)
  await publishCounts()
  await run(`vacuum (analyze) ${name}`)
  return async () => {
    await publishCounts()
    return (await findDue(database.execute)).filter(({ table }) => table === name)
  }
}

t.test('a fifth of dead rows calls for a vacuum, a tenth of changed ones for statistics', async (t) => {
  const due = await cleanTable('exact', 1000)
  const steps: unknown[] = []
  for (const id of [150, 151, 250, 251]) {
    await run(`delete from exact where id <= ${id}`)
    steps.push((await due()).map(({ statement }) => statement.split(' ')[0]))
  }
  t.same(steps, [[], ['analyze'], ['analyze'], ['vacuum', 'analyze']], 'and 50 more')
})

t.test('so do new rows, by which a vacuum may mark pages as seen', async (t) => {
  const due = await cleanTable('appended', 10)
  const statements = async () => (await due()).map(({ statement }) => statement.split(' ')[0])
  await run("insert into appended select i, 'x' from generate_series(1, 1002) i")
  t.same(await statements(), ['analyze'])
  await run("insert into appended values (0, 'x')")
  t.same(await statements(), ['vacuum', 'analyze'])
})

t.test(
  'a large table is vacuumed before a fifth of it is dead, and only what has changed counts',
  async (t) => {
    const due = await cleanTable('large', 60_000)
    await run("update pg_class set reltuples = 1000000000 where relname = 'large'")
    await run('delete from large where id <= 50050')
    t.same(await due(), [])
    await run('delete from large where id = 50051')
    const whole = await number("pg_relation_size('large')")
    t.match(await due(), [{ statement: /^vacuum/, bytes: whole }])
    await run('create index on large (id)')
    await run('vacuum large')
    await run("update pg_class set reltuples = 10 where relname = 'large'")
    await run('delete from large where id > 59940')
    const [step] = await due()
    t.equal(step?.bytes, 60 * 8192 + (await number("pg_indexes_size('large')")))
  }
)

t.test('old transaction ids are frozen before they are used again', async (t) => {
  await createTable('old')
  const age = () => number("age((select relfrozenxid from pg_class where relname = 'old'))")
  // As after 200,000,000 transactions.
  await run("update pg_class set relfrozenxid = '4094967296' where relname = 'old'")
  t.ok((await age()) > 150_000_000)
  await writeLog(9)
  await lookUntil(t, 'the table is frozen', async () => (await age()) < 1_000_000)
})

t.test('what the process before has left is seen to after a start', async (t) => {
  await createTable('left_behind')
  await run('alter table left_behind alter line set storage external')
  await fill('left_behind')
  await run(`insert into left_behind select i, repeat('x', 3000) from generate_series(1, 1000) i`)
  await run(`delete from left_behind where id % 2 = 0`)
  await database.close()
  database = await open()
  upkeep = upkeepOf(database)
  const [name, long] = [
    `'left_behind'::regclass`,
    `(select reltoastrelid from pg_class where relname = 'left_behind')`
  ]
  t.equal(await number(`pg_stat_get_dead_tuples(${name})`), 0, 'the counts are lost')
  const analyses = () => number(`pg_stat_get_analyze_count(${name})`)
  await lookUntil(t, 'its columns are known', async () => (await analyses()) > 0)
  for (const table of [name, long]) {
    const vacuums = () => number(`pg_stat_get_vacuum_count(${table})`)
    await lookUntil(t, 'the table is vacuumed', async () => (await vacuums()) > 0)
  }
})
