// Processes that are killed in the middle of a checkpoint of their embedded database.
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { SERVICE } from '#paths.js'
import { issueOpened, until } from './harness/app.js'
import { homeOf, serviceProcess } from './harness/process.js'

/** Runs before the service, and sees what Postgres asks of the file system. */
const hook = (body: string) =>
  [
    process.execPath,
    '--import',
    `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const die = () => process.kill(process.pid, 'SIGKILL')
    ${body}
    syncBuiltinESMExports()`)}`,
    SERVICE
  ] as const

const MOMENTS = {
  // Only a checkpoint syncs the files of tables; those at the start find a short log.
  checkpoint: `const { fsyncSync } = fs
    fs.fsyncSync = (fd) => {
      const file = fs.readlinkSync('/proc/self/fd/' + fd)
      const [root, inside] = file.split('/base/')
      if (inside && fs.readdirSync(root + '/pg_wal').length > 60) die()
      fsyncSync(fd)
    }`
}

/** Hardly compressed, so that the log grows by as much. */
const large = () => issueOpened(Array.from({ length: 56_000 }, () => randomUUID()).join(''))

if (process.env['TEST_DATABASE_URL'] === undefined) {
  for (const [moment, body] of Object.entries(MOMENTS)) {
    t.test(`a process that is killed during a ${moment} loses nothing that it accepted`, async (t) => {
      const home = await homeOf(t)
      const killed = serviceProcess(t, home, hook(body))
      await killed.start()
      const accepted: string[] = []
      for (let status = 202; status === 202; ) {
        const id = randomUUID()
        status = await killed.deliver(id, large()).catch(() => 0)
        if (status === 202) accepted.push(id)
        if (accepted.length > 90) throw new Error('it is not killed')
      }
      t.equal(await killed.end(), null, 'by a signal')
      const next = serviceProcess(t, home)
      await next.start()
      const states = async () => {
        const query = { page: 1, per_page: 100 }
        const { data } = await next.client.GET('/api/deliveries', { params: { query } })
        return new Map(data?.data.map(({ delivery_id, state }) => [delivery_id, state]))
      }
      await until('all are handled', async () => ![...(await states()).values()].includes('queued'))
      const found = await states()
      t.same(
        accepted.filter((id) => found.get(id) !== 'processed'),
        []
      )
      t.ok(accepted.length > 0)
      t.equal(await next.stop(), 0)
    })
  }
}
