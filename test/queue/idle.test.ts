// Whether a queue has nothing left to do.
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { openQueue } from '#queue/engine.js'
import type { JobTable } from '#queue/job.js'
import type { Database } from '#store/sql/database.js'
import { startTestService } from '../harness/app.js'
import { openTestDatabase } from '../harness/database.js'
import { untilIdle } from '../harness/idle.js'
import { until } from '../harness/until.js'

const definition = { concurrency: 5, retryLimit: 0, timeoutSeconds: 30 }

/** Opens when somebody says so. */
function door() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

t.test(
  'a queue is at work while a job is on its way from the database, and until the job is done',
  async (t) => {
    const test = await openTestDatabase()
    t.teardown(() => test.drop())
    const [way, work] = [door(), door()]
    let isOnItsWay = false
    let hasBegun = false
    const database: Database = {
      ...test.database,
      async execute(text, values) {
        const result = await test.database.execute(text, values)
        if (/skip locked/i.test(text) && result.rows.length > 0) {
          isOnItsWay = true
          await way.opened
        }
        return result
      }
    }
    const handle = async () => {
      hasBegun = true
      await work.opened
    }
    const table: JobTable = { ...jobs, 'delivery.handle': { ...definition, handle } }
    const service = await startTestService({ database: test, work: false })
    t.teardown(() => service.close())
    const queue = await openQueue({
      database,
      jobs: table,
      supervises: false,
      onError: (error) => t.error(error)
    })
    t.teardown(() => queue.drain(5_000))
    await queue.work(service.deps)
    await until('it has nothing to do', () => queue.isIdle())
    await service.deps.transaction((tx) =>
      queue.enqueue(tx, 'delivery.handle', [{ payload: { delivery_row: 1 } }])
    )
    await until('the job is on its way', async () => isOnItsWay)
    t.equal(await queue.isIdle(), false)
    way.open()
    await until('the job has begun', async () => hasBegun)
    t.equal(await queue.isIdle(), false)
    work.open()
    await until('it has nothing to do any more', () => queue.isIdle())
  }
)

t.test('tests do not wait for the time of a job that is to begin later', async (t) => {
  const done: number[] = []
  const handle: JobTable['delivery.handle']['handle'] = async (_, { delivery_row }) => {
    done.push(delivery_row)
  }
  const service = await startTestService({ jobs: { ...jobs, 'delivery.handle': { ...definition, handle } } })
  t.teardown(() => service.close())
  await service.deps.transaction((tx) =>
    service.queue.enqueue(tx, 'delivery.handle', [
      { payload: { delivery_row: 1 }, startAfterSeconds: 86_400 },
      { payload: { delivery_row: 2 } }
    ])
  )
  await untilIdle(service)
  t.same(done, [2, 1])
})
