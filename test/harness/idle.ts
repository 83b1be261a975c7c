// Waits until a service has nothing left to do, without waiting for the time of what is to be done later.
import type { RunningQueue } from '#queue/engine.js'
import type { Database } from '#store/sql/database.js'
import { until } from './until.js'

interface Working {
  queue: Pick<RunningQueue, 'isIdle'>
  test: { database: Pick<Database, 'execute'> }
}

const BRING_FORWARD = `update pgboss.job set start_after = created_on
  where state < 'active' and start_after > now() returning id`

/** A job that is to begin later begins as soon as nothing else is left to do. */
export async function untilIdle({ queue, test: { database } }: Working): Promise<void> {
  await until('all is done', async () => {
    if (!(await queue.isIdle())) return false
    const { rows } = await database.execute(BRING_FORWARD, [])
    // The time of a job may have come between the two questions.
    return rows.length === 0 && (await queue.isIdle())
  })
}
