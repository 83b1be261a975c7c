// From the commit of a job to the start of its handler, on an idle queue, one job at a time.

import { jobs } from '#capabilities/index.js'
import type { Deps } from '#deps.js'
import { openQueue } from '#queue/engine.js'
import { openEmbedded } from '#store/embedded/embedded.js'
import type { Database } from '#store/sql/database.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { freshDatabase } from './contestant.js'

const JOBS = 200

export async function measureLatency(): Promise<void> {
  await report('embedded', await openEmbedded({}))
  await report('Postgres', openPostgres(await freshDatabase('bench_latency')))
}

async function report(name: string, database: Database): Promise<void> {
  await migrate(database)
  let started: (at: number) => void = () => {}
  const handle = async () => started(performance.now())
  const fail = (error: unknown) => console.error(error)
  const table = { ...jobs, 'delivery.handle': { ...jobs['delivery.handle'], handle } }
  const queue = await openQueue({ database, jobs: table, supervises: false, onError: fail })
  // The border to what the handlers of this bench never read.
  await queue.work({} as Deps)
  const times: number[] = []
  for (let job = 0; job < JOBS; job += 1) {
    const start = new Promise<number>((resolve) => {
      started = resolve
    })
    await database.transaction((tx) =>
      queue.enqueue(tx, 'delivery.handle', [{ payload: { delivery_row: job } }])
    )
    const committedAt = performance.now()
    times.push((await start) - committedAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await queue.drain(1_000)
  await database.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(10)} enqueue to start: p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  of ${times.length} jobs`
  )
}
