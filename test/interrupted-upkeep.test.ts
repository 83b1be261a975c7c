// Processes that are killed or stopped in the middle of the upkeep of their embedded database.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SERVICE } from '#paths.js'
import { embeddedOn, openPglite } from '#store/embedded/embedded.js'
import type { Database } from '#store/sql/database.js'
import { type Command, type Environment, homeOf, serviceProcess } from './harness/process.js'
import { SERVER } from './harness/server.js'
import { until } from './harness/until.js'

const ROWS = 9_000
/**
 * The first delivery makes a checkpoint and a vacuum due: it writes more than a log may hold, and deletes a third of a
 * table. As that has statistics, it is not due before.
 */
const PREPARE = `create table filled as select id, repeat('x', 500) as line from generate_series(1, ${ROWS}) id;
  create index on filled (id);
  analyze filled;
  create function make_due() returns trigger language plpgsql as $$ begin
    if exists (select from filled where id = 3) then
      delete from filled where id % 3 = 0;
      perform pg_logical_emit_message(false, 'test', repeat('x', 1048576)) from generate_series(1, 66);
    end if;
    return null;
  end $$;
  create trigger make_due after insert on webhook_deliveries for each statement execute function make_due()`

/** When Postgres syncs a file, as its own code sees it; `path` and `root` are those of the file and of the database. */
const MOMENTS = {
  // Only a checkpoint syncs the files of tables; it removes the log in the end.
  checkpoint: `path.includes('/base/') && fs.readdirSync(root + '/pg_wal').length > 60`,
  // Only a vacuum makes a visibility map. It syncs the log to reuse its few buffers, and in the end.
  vacuum: `fs.existsSync(root + '/' + process.env.FILLED + '_vm')`
}

/** Sends the process a signal at the first such moment. */
function interruptedAt(moment: string, signal: 'SIGKILL' | 'SIGTERM'): Command {
  const hook = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { fsyncSync } = fs
    const root = process.env.DATA_DIR + '/database'
    let isDone = false
    fs.fsyncSync = (fd) => {
      const path = fs.readlinkSync('/proc/self/fd/' + fd)
      if (!isDone && ${moment}) {
        isDone = true
        process.kill(process.pid, '${signal}')
      }
      fsyncSync(fd)
    }
    syncBuiltinESMExports()`
  return [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(hook)}`, SERVICE]
}

const databaseOf = ({ DATA_DIR = '' }: Environment) => join(DATA_DIR, 'database')
/** Without upkeep. */
const open = async (home: Environment) => embeddedOn(await openPglite({ directory: databaseOf(home) }))
/** A segment of the log has 1 MiB. */
const segmentsIn = (home: Environment) => readdirSync(join(databaseOf(home), 'pg_wal')).length

async function preparedHome(t: Test): Promise<Environment> {
  const home = await homeOf(t)
  const database = await open(home)
  await database.execute(PREPARE)
  const { rows } = await database.execute(`select pg_relation_filepath('filled') as file`, [])
  await database.close()
  return { ...home, FILLED: String(rows[0]?.['file']), LOG_LEVEL: 'error' }
}

/** Delivers until the process answers no more; returns what it has accepted. */
async function deliverToTheEnd(service: ReturnType<typeof serviceProcess>): Promise<string[]> {
  const accepted: string[] = []
  await until('it is interrupted', async () => {
    const id = randomUUID()
    const status = await service.deliver(id).catch(() => 0)
    if (status === 202) accepted.push(id)
    return status !== 202
  })
  return accepted
}

/** All that was accepted is there, and the table and its index tell the same. */
async function nothingIsLost(t: Test, home: Environment, accepted: string[]): Promise<Database> {
  const database = await open(home)
  t.teardown(() => database.close())
  const { rows } = await database.execute('select delivery_id from webhook_deliveries', [])
  const found = new Set(rows.map(({ delivery_id }) => delivery_id))
  t.ok(accepted.length > 0)
  t.same(
    accepted.filter((id) => !found.has(id)),
    []
  )
  const count = `select count(*)::int as rows, count(*) filter (where id % 3 = 0)::int as deleted from filled`
  for (const table of ['off', 'on']) {
    await database.execute(`set enable_seqscan = ${table}`, [])
    const { rows: counts } = await database.execute(`${count} where id > 0`, [])
    t.same(counts, [{ rows: (ROWS / 3) * 2, deleted: 0 }])
  }
  return database
}

async function isVacuumed(database: Database): Promise<boolean> {
  const { rows } = await database.execute(
    `select relallvisible > 0 as it from pg_class where relname = 'filled'`,
    []
  )
  return rows[0]?.['it'] === true
}

const skip = SERVER !== undefined && 'a server looks after itself'

for (const [name, moment] of Object.entries(MOMENTS)) {
  t.test(`a process that is killed in the middle of a ${name} loses nothing`, { skip }, async (t) => {
    const home = await preparedHome(t)
    const service = serviceProcess(t, home, interruptedAt(moment, 'SIGKILL'))
    await service.start()
    const accepted = await deliverToTheEnd(service)
    t.equal(await service.end(), null, 'it ends by a signal')
    t.equal(segmentsIn(home) > 60, name === 'checkpoint', 'a checkpoint has not removed the log yet')
    const database = await nothingIsLost(t, home, accepted)
    t.notOk(await isVacuumed(database), 'no vacuum has come to its end')
    await database.execute('vacuum (analyze) filled', [])
  })
}

t.test('a process that is stopped in the middle of a vacuum ends as any other', { skip }, async (t) => {
  const home = await preparedHome(t)
  const service = serviceProcess(t, home, interruptedAt(MOMENTS.vacuum, 'SIGTERM'))
  await service.start()
  const accepted = await deliverToTheEnd(service)
  t.equal(await service.end(), 0)
  t.notMatch(service.output, /"level"/, 'it has nothing to complain of')
  t.ok(segmentsIn(home) < 10, 'the log is short')
  t.ok(await isVacuumed(await nothingIsLost(t, home, accepted)), 'the vacuum has come to its end')
})
