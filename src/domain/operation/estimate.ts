// How long work still takes, at its pace so far.

export interface WorkSoFar {
  /** Null if it is not known. */
  done: number | null
  left: number | null
  startedAt: Date
}

/** Less time than that says nothing about the pace. */
const SHORTEST_SECONDS = 3

/** In seconds; null while there is no pace. */
export function estimateLeft({ done, left, startedAt }: WorkSoFar, now: Date): number | null {
  if (done === null || left === null || done === 0) return null
  const elapsed = (now.getTime() - startedAt.getTime()) / 1000
  return elapsed < SHORTEST_SECONDS ? null : Math.ceil((elapsed * left) / done)
}
