// Tries again what met a database that had no answer or no room for a moment.
import { storeFaultOf } from '#errors/store.js'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/** The work may be done twice: a lost answer does not say whether it was done. */
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
  const is = storeFaultOf(error)?.is
  return is === 'away' || is === 'busy'
}
