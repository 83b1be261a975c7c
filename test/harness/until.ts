// Waits for conditions.

/** Longer than anything takes on a busy machine, and shorter than what a test file may take. */
const LONGEST_WAIT_MS = 240_000

/** Of the time that is waited, most is left to what is waited for: a condition that takes long is asked less often. */
const PAUSE_PER_QUESTION = 3

/** Waits until the condition holds; fails with its name if it never does. */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS
  for (let askedAt = Date.now(); !(await condition()); askedAt = Date.now()) {
    if (askedAt > deadline) throw new Error(`waited in vain: ${what}`)
    const pauseMs = Math.max(10, PAUSE_PER_QUESTION * (Date.now() - askedAt))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
