// Spaces the writes of an account as the host asks: one at a time, with a pause after each; urgent ones go first.
import { mostUrgent } from './limits.js'

/** After what people are told of, the host asks for a second. */
const CONTENT_GAP_MS = 1_000
/** The host counts five points for any write, and stops at 900 a minute: no more than 176 with this pause. */
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

/** Call this when the host has answered, or has failed to. What was not sent is followed by no pause. */
export type EndTurn = (isSent: boolean) => void

interface WaitingWrite extends SpacedWrite {
  start: (end: EndTurn) => void
}

/** Returns a function that waits for the turn of a write: until it ends, no other write of the account has one. */
export function openSpacing(sleep: (ms: number) => Promise<void>): (write: SpacedWrite) => Promise<EndTurn> {
  const waiting = new Map<number, WaitingWrite[]>()

  async function serve(account: number, queue: WaitingWrite[]): Promise<void> {
    for (let next = mostUrgent(queue); next; next = mostUrgent(queue)) {
      const { start, gapMs } = next
      queue.splice(queue.indexOf(next), 1)
      const isSent = await new Promise<boolean>((end) => start(end))
      if (isSent) await sleep(gapMs)
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
