// Spaces the writes of an account as the host asks: one at a time, with a pause after each; urgent ones go first.

/** After what people are told of, the host asks for a second. */
const CONTENT_GAP_MS = 1_000
/** Commits and branches count for less: 180 of them fit into a minute. */
const GIT_GAP_MS = 340
const GIT_PATH = /^\/(?:.{1,300}\/)?repos\/[^/]+\/[^/]+\/(?:git\/|merges$)/

export const gapAfter = (url: string): number =>
  GIT_PATH.test(new URL(url).pathname) ? GIT_GAP_MS : CONTENT_GAP_MS

export interface SpacedWrite {
  account: number
  /** Lower ranks go first. */
  rank: number
  gapMs: number
}

interface WaitingWrite extends SpacedWrite {
  start: () => void
}

/** Returns a function that waits for the turn of a write. */
export function openSpacing(sleep: (ms: number) => Promise<void>): (write: SpacedWrite) => Promise<void> {
  const waiting = new Map<number, WaitingWrite[]>()

  async function serve(account: number, queue: WaitingWrite[]): Promise<void> {
    for (let next = takeFirst(queue); next; next = takeFirst(queue)) {
      next.start()
      await sleep(next.gapMs)
    }
    waiting.delete(account)
  }

  return (write) =>
    new Promise((resolve) => {
      const known = waiting.get(write.account)
      const queue = known ?? []
      queue.push({ ...write, start: resolve })
      if (known) return
      waiting.set(write.account, queue)
      void serve(write.account, queue)
    })
}

/** The oldest of the most urgent ones. */
function takeFirst(queue: WaitingWrite[]): WaitingWrite | undefined {
  const rank = Math.min(...queue.map((write) => write.rank))
  const index = queue.findIndex((write) => write.rank === rank)
  return index < 0 ? undefined : queue.splice(index, 1)[0]
}
