// Upkeep of the embedded database, which has no server to run it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { openEmbedded } from '#store/sql/embedded.js'
import { startUpkeep } from '#store/sql/upkeep.js'
import { until } from '../../harness/app.js'

const directory = join(t.testdir(), 'database')
const errors: unknown[] = []
const onUpkeepError = (error: unknown) => void errors.push(error)
const database = await openEmbedded({ directory, image: DATABASE_IMAGE, onUpkeepError })
t.teardown(() => database.close())

const run = async (text: string) => (await database.execute(text, [])).rows
const number = async (expression: string) => Number((await run(`select ${expression} as it`))[0]?.['it'])
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
/** Waits for the effect of a step; no other may have failed. */
async function untilDone(t: Test, what: string, condition: () => Promise<boolean>): Promise<void> {
  await until(what, condition)
  t.same(errors, [], 'no step has failed')
}

/** A segment has 1 MiB. */
const logMib = () => readdirSync(join(directory, 'pg_wal')).filter(isSegment).length

const ROWS = 10_000
const createTable = (name: string) => run(`create table ${name} (id int, line text)`)
const fill = (name: string) =>
  run(`insert into ${name} select i, repeat('x', 1000) from generate_series(1, ${ROWS}) i`)

t.test('the log is cut when it has become long, while the database is open', async (t) => {
  await createTable('logged')
  const written = () => number("(pg_current_wal_lsn() - '0/0') / 1048576")
  const before = await written()
  for (let round = 0; round < 7; round += 1) await fill('logged')
  t.ok((await written()) - before > 64, 'more than a log may hold is written')
  await untilDone(t, 'the log is short', async () => logMib() < 32)
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
    await untilDone(t, 'the table is vacuumed', async () => (await vacuums()) > before)
  }
  const [first = 0] = sizes
  t.ok(
    sizes.every((bytes) => bytes < first * 1.5),
    sizes.join(', ')
  )
})

t.test('the planner learns how many rows a table has, and what they hold', async (t) => {
  await createTable('counted')
  await fill('counted')
  const rows = () => number("(select reltuples from pg_class where relname = 'counted')")
  await untilDone(t, 'the rows are counted', async () => (await rows()) === ROWS)
  const known = await run("select attname from pg_stats where tablename = 'counted' order by 1")
  t.same(known, [{ attname: 'id' }, { attname: 'line' }])
})

t.test('old transaction ids are frozen before they are used again', async (t) => {
  await createTable('old')
  const age = () => number("age((select relfrozenxid from pg_class where relname = 'old'))")
  // As after 200,000,000 transactions.
  await run("update pg_class set relfrozenxid = '4094967296' where relname = 'old'")
  t.ok((await age()) > 150_000_000)
  await createTable('busy')
  await fill('busy')
  await untilDone(t, 'the table is frozen', async () => (await age()) < 1_000_000)
})

t.test('a step that fails is told, and the next ones run all the same', async (t) => {
  const asked: string[] = []
  const told: unknown[] = []
  const failure = new Error('This table cannot be read')
  const answers = async (text: string): Promise<object[]> => {
    asked.push(text)
    if (text.includes('pg_control_checkpoint')) return [{ written: 2 ** 30, since_checkpoint: 2 ** 30 }]
    if (text.includes('pg_class')) return [{ name: 'bad' }, { name: 'good' }]
    if (text.endsWith('bad')) throw failure
    return []
  }
  const query = async (text: string) => ({ rows: await answers(text), fields: [] })
  const stop = startUpkeep({ query: query as never }, (error) => void told.push(error))
  await until('the next table is vacuumed', async () => asked.some((text) => text.endsWith('good')))
  await stop()
  t.same(told, [failure])
})

t.test('a stop waits for the step that runs, and begins no other', async (t) => {
  const asked: string[] = []
  let finish = () => {}
  const answers = async (text: string): Promise<object[]> => {
    asked.push(text)
    if (text.includes('pg_control_checkpoint')) return [{ written: 2 ** 30, since_checkpoint: 0 }]
    if (text.includes('pg_class')) return [{ name: 'one' }, { name: 'two' }]
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    asked.push('finished')
    return []
  }
  const query = async (text: string) => ({ rows: await answers(text), fields: [] })
  const stop = startUpkeep({ query: query as never }, t.error)
  await until('a table is vacuumed', async () => asked.some((text) => text.endsWith('one')))
  const stopped = stop()
  finish()
  await stopped
  t.ok(asked.includes('finished'))
  t.notOk(asked.some((text) => text.endsWith('two')))
})
