// Concurrent callers of one read share a round trip.
import { batched } from './batch.js'

const MOST_AT_ONCE = 1_000

/** Callers during a read share the next one, so that no result is older than its call. */
export function coalesced<Out>(read: () => Promise<Out>): () => Promise<Out> {
  const ask = batched<null, Out>(
    async (callers) => {
      const result = await read()
      return callers.map(() => result)
    },
    { most: MOST_AT_ONCE }
  )
  return () => ask(null)
}
