// Jobs whose work somebody else holds: back in the queue, and in nobody's way there.
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import type { Deps, JobName, JobPayload, NewJob } from '#deps.js'
import { ResourceLocked } from '#errors/locked.js'
import type { JobTable } from '#queue/job.js'
import { startTestService } from '../harness/app.js'
import { openTestDatabase } from '../harness/database.js'
import { until } from '../harness/until.js'

const definition = { concurrency: 1, retryLimit: 0, timeoutSeconds: 30 }

async function start(t: Test, table: Partial<JobTable>): Promise<Deps> {
  const database = await openTestDatabase()
  const service = await startTestService({ database, jobs: { ...jobs, ...table } })
  t.teardown(async () => {
    await service.close()
    await database.drop()
  })
  return service.deps
}

const enqueue = <Name extends JobName>(deps: Deps, name: Name, added: NewJob<Name>[]): Promise<void> =>
  deps.transaction((tx) => deps.queue.enqueue(tx, name, added))

t.test('jobs that stay held leave the places to others, however many they are', async (t) => {
  const HELD = 26
  const done: number[] = []
  // All of them once take longer than the first of them has to wait.
  const handle = async (_: Deps, { delivery_row: row }: JobPayload<'delivery.handle'>) => {
    if (row > HELD) return void done.push(row)
    await setTimeout(40)
    throw new ResourceLocked('The repository')
  }
  const deps = await start(t, { 'delivery.handle': { ...definition, handle } })
  const rows = Array.from({ length: HELD + 1 }, (_, at) => ({ payload: { delivery_row: at + 1 } }))
  await enqueue(deps, 'delivery.handle', rows.slice(0, HELD))
  await enqueue(deps, 'delivery.handle', rows.slice(HELD))
  await until('the other is done', async () => done.length === 1)
  const counts = await deps.queue.counts()
  t.notOk(
    counts.some(({ state }) => state === 'failed'),
    'being held has cost none of them a try'
  )
})

t.test('a job that is held goes back also where another of its singleton key waits by now', async () => {
  const one = { payload: { installation_id: 7 }, singletonKey: '7' }
  let tries = 0
  const handle = async (deps: Deps) => {
    tries += 1
    if (tries > 1) return
    await enqueue(deps, 'sync.installation', [one])
    throw new ResourceLocked('The repository')
  }
  const deps = await start(t, { 'sync.installation': { ...definition, singleton: true, handle } })
  await enqueue(deps, 'sync.installation', [one])
  await until('both are done', async () => tries === 3)
})
