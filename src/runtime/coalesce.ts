// Lets equal reads share one round trip.
import { batched } from './batch.js'

const MOST_AT_ONCE = 1_000

/** Whoever asks while a read is under way shares the next one: no answer is older than its question. */
export function coalesced<Out>(read: () => Promise<Out>): () => Promise<Out> {
  const ask = batched<null, Out>(
    async (askers) => {
      const answer = await read()
      return askers.map(() => answer)
    },
    { most: MOST_AT_ONCE }
  )
  return () => ask(null)
}
