// That what one process enqueues is begun at once by another.
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import type { JobPayload } from '#deps.js'
import { openPostgres } from '#store/sql/postgres.js'
import { startTestService } from '../harness/app.js'
import { openTestDatabase } from '../harness/database.js'
import { SERVER } from '../harness/server.js'
import { until } from '../harness/until.js'

const skip = SERVER === undefined && 'the embedded database belongs to one process'

t.test('what a process enqueues wakes another, although that one never looks around', { skip }, async (t) => {
  const test = await openTestDatabase()
  t.teardown(() => test.drop())
  const own = openPostgres(test.url ?? '')
  t.teardown(() => own.close())
  const done: number[] = []
  const handle = async (_: unknown, { delivery_row }: JobPayload<'delivery.handle'>) => {
    done.push(delivery_row)
  }
  const table = {
    ...jobs,
    'delivery.handle': { concurrency: 5, retryLimit: 0, timeoutSeconds: 30, handle }
  }
  const { deps } = await startTestService({ database: test, work: false })
  const { setInterval } = globalThis
  t.intercept(globalThis, 'setInterval', { value: () => setInterval(() => {}, 2 ** 30) })
  const worker = await startTestService({ database: { ...test, database: own }, jobs: table })
  t.teardown(() => worker.close())
  for (const row of [1, 2, 3]) {
    await deps.transaction((tx) =>
      deps.queue.enqueue(tx, 'delivery.handle', [{ payload: { delivery_row: row } }])
    )
    await until('the job has run', async () => done.includes(row))
  }
  t.same(done, [1, 2, 3])
})
