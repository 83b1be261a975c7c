// Batches concurrent items into one round trip, transaction and commit.
import { isDataError } from '#errors/store.js'

interface PendingItem<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

interface BatchBounds<In> {
  most: number
  /** How heavy each item is, and the most that a batch of several may be. */
  weight?: { of: (item: In) => number; most: number }
}

/**
 * Gives each caller its own result of `flush`, which receives the items that gathered during the previous flush, as
 * far as the bounds allow.
 * A batch that fails because of a value is retried item by item, so that one bad item does not fail the others.
 * Any other failure is shared: retrying each item on an unreachable database would only take longer.
 */
export function batched<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  bounds: BatchBounds<In>
): (item: In) => Promise<Out> {
  let waiting: PendingItem<In, Out>[] = []
  let isBusy = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // Lets all requests of this turn of the event loop join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      const fitting = countFitting(waiting, bounds)
      const batch = waiting.slice(0, fitting)
      waiting = waiting.slice(fitting)
      if (batch.length > 0) await flushBatch(flush, batch)
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      void run()
    })
}

/** At least one, however heavy it is. */
function countFitting<In, Out>(waiting: readonly PendingItem<In, Out>[], { most, weight }: BatchBounds<In>) {
  const first = waiting.slice(0, most)
  if (!weight) return first.length
  let sum = 0
  const end = first.findIndex(({ item }, at) => {
    sum += weight.of(item)
    return at > 0 && sum > weight.most
  })
  return end === -1 ? first.length : end
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
  for (const pending of batch) await flushBatch(flush, [pending])
}

function resolveBatch<In, Out>(batch: PendingItem<In, Out>[], results: Out[]): void {
  batch.forEach(({ resolve, reject }, at) => {
    const result = results[at]
    if (result === undefined) reject(new Error('A batch must return a result for each item'))
    else resolve(result)
  })
}
