// Lets a read that many ask for stay the answer for a moment.
import type { Deps } from '#deps.js'
import { coalesced } from './coalesce.js'

/** What other processes change shows within this time. */
const TTL_MS = 1_000

/** What this process has committed shows at once: only while it commits nothing is the last answer given again. */
export function memoized<Out>(
  { commits, now }: Pick<Deps, 'commits' | 'now'>,
  read: () => Promise<Out>
): () => Promise<Out> {
  const ask = coalesced(read)
  let last: { at: number; commits: number; answer: Out } | undefined
  return async () => {
    const begun = { at: now().getTime(), commits: commits() }
    if (last && last.commits === begun.commits && Math.abs(begun.at - last.at) < TTL_MS) return last.answer
    const answer = await ask()
    last = { ...begun, answer }
    return answer
  }
}
