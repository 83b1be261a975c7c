// Lets a read that many ask for stay the answer for a moment.
import type { Deps } from '#deps.js'
import { shared } from './coalesce.js'

/** What other processes change shows within this time. */
const HELD_MS = 1_000

/** What this process has committed shows at once: only while it commits nothing is the last answer given again. */
export function kept<Out>(
  { commits, now }: Pick<Deps, 'commits' | 'now'>,
  read: () => Promise<Out>
): () => Promise<Out> {
  const ask = shared(read)
  let last: { at: number; commits: number; answer: Out } | undefined
  return async () => {
    const begun = { at: now().getTime(), commits: commits() }
    if (last && last.commits === begun.commits && Math.abs(begun.at - last.at) < HELD_MS) return last.answer
    const answer = await ask()
    last = { ...begun, answer }
    return answer
  }
}
