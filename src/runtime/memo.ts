// Caches a frequent read for a moment.
import type { Deps } from '#deps.js'
import { coalesced } from './coalesce.js'

/** Changes of other processes show within this time. */
const TTL_MS = 1_000

/** Commits of this process show at once: the cached result is valid only until the next commit. */
export function memoized<Out>(
  { commits, now }: Pick<Deps, 'commits' | 'now'>,
  read: () => Promise<Out>
): () => Promise<Out> {
  const ask = coalesced(read)
  let last: { at: number; commits: number; result: Out } | undefined
  return async () => {
    const start = { at: now().getTime(), commits: commits() }
    if (last && last.commits === start.commits && Math.abs(start.at - last.at) < TTL_MS) return last.result
    const result = await ask()
    last = { ...start, result }
    return result
  }
}
