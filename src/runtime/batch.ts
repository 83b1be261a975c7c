// Lets what arrives at about the same time share one round trip, one transaction, one commit.
import { isDataError } from '#errors/store.js'

interface PendingItem<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

export interface BatchLimits {
  /** How many items share a flush at most. */
  most: number
  /** How many flushes are under way at once; one unless said otherwise. */
  lanes?: number
}

/**
 * Gives each caller its own result of `flush`, which gets whatever has gathered while the flushes before it ran.
 * A set that fails for what one of its items holds is tried again one by one, so that its neighbours do not suffer.
 * Any other failure is everybody's: trying a database that is away once per item would only take longer.
 */
export function batched<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  { most, lanes = 1 }: BatchLimits
): (item: In) => Promise<Out> {
  let waiting: PendingItem<In, Out>[] = []
  let busy = 0

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // Requests of one turn of the event loop arrive one after another: let them all in first.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      if (batch.length > 0) await flushBatch(flush, batch)
    }
    busy -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy === lanes) return
      busy += 1
      void run()
    })
}

async function flushBatch<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  batch: PendingItem<In, Out>[]
): Promise<void> {
  try {
    resolveBatch(batch, await flush(batch.map(({ item }) => item)))
  } catch (error) {
    if (batch.length > 1 && isDataError(error)) await flushEach(flush, batch)
    else for (const { reject } of batch) reject(error)
  }
}

async function flushEach<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  batch: PendingItem<In, Out>[]
): Promise<void> {
  for (const one of batch) await flushBatch(flush, [one])
}

function resolveBatch<In, Out>(batch: PendingItem<In, Out>[], results: Out[]): void {
  batch.forEach(({ resolve, reject }, at) => {
    const result = results[at]
    if (result === undefined) reject(new Error('a batch must answer each of its items'))
    else resolve(result)
  })
}
