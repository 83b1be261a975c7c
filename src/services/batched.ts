// Lets what arrives at about the same time share one round trip, one transaction, one commit.

interface Waiting<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

/**
 * Gives each caller its own result of `flush`, which gets whatever has gathered while the flush before it ran.
 * A set that fails is tried again one by one, so that one bad item does not fail its neighbours.
 */
export function batched<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  most: number
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let running = false

  async function run(): Promise<void> {
    // Requests of one turn of the event loop arrive one after another: let them all in first.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await settle(flush, batch)
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      void run()
    })
}

async function settle<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  batch: Waiting<In, Out>[]
): Promise<void> {
  try {
    const results = await flush(batch.map(({ item }) => item))
    batch.forEach(({ resolve, reject }, at) => {
      const result = results[at]
      if (result === undefined) reject(new Error('a batch must answer each of its items'))
      else resolve(result)
    })
  } catch (error) {
    if (batch.length > 1) for (const one of batch) await settle(flush, [one])
    else batch[0]?.reject(error)
  }
}
