// Retries work while the database is unreachable, full or overloaded, or others hold what it needs.
import { isLocked } from '#errors/locked.js'
import { isPassing, storeFaultOf } from '#errors/store.js'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/** The work must be idempotent: after a lost response it may be done twice. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await work()
    } catch (error) {
      if (pause > LONGEST_PAUSE_MS || !isTransient(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function isTransient(error: unknown): boolean {
  return isPassing(storeFaultOf(error)?.is) || isLocked(error)
}
