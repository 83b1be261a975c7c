// Jobs that people ask for: at most one of a kind waits or runs, and the answer names it.
import { randomUUID } from 'node:crypto'
import type { Enqueue, JobName, Queue } from '#deps.js'
import { rawQuery, rowsOf, type Tx } from '#store/sql/database.js'
import { inOnePartition } from './partition.js'

export function jobRequests(enqueue: Enqueue, schema: string): Queue['request'] {
  async function unfinishedJob(tx: Tx, name: JobName, key: string): Promise<string | undefined> {
    const query = `select id from ${schema}.job
      where name = $1 and singleton_key = $2 and state < 'completed' order by created_on limit 1`
    const [job] = await rowsOf<{ id: string }>(tx, rawQuery(inOnePartition(query, [name]), [name, key]))
    return job?.id
  }
  return async (tx, name, { payload, singletonKey }) => {
    const known = await unfinishedJob(tx, name, singletonKey)
    if (known !== undefined) return { jobId: known, deduplicated: true }
    const id = randomUUID()
    await enqueue(tx, name, [{ payload, id, singletonKey }])
    // Of two requests at once, the queue has kept the first.
    const kept = (await unfinishedJob(tx, name, singletonKey)) ?? id
    return { jobId: kept, deduplicated: kept !== id }
  }
}
