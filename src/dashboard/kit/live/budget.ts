// Loads again what has become outdated: at once, but never so often that the limit of requests is used up.

export interface Refreshable {
  isBusy: boolean
  run(): void
}

/** Requests that may be made at once, and per minute from then on: a third of what an address may send by default. */
const MOST_AT_ONCE = 30
const PER_MINUTE = 30
const TICK_MS = 500

const outdated = new Set<Refreshable>()
let isResting = false
/** How many changes are being sent. */
let sending = 0
let left = MOST_AT_ONCE
let countedAt = performance.now()
let isScheduled = false

export function refreshSoon(one: Refreshable): void {
  outdated.add(one)
  schedule(0)
}

/** Nothing is loaded while the page rests; what has become outdated is loaded afterwards. */
export function holdRefreshes(is: boolean): void {
  isResting = is
  schedule(0)
}

/** The same while a change is sent: what it does is told before its reply arrives, and may end what a page shows. */
export async function holdWhileSending<T>(change: Promise<T>): Promise<T> {
  sending += 1
  try {
    return await change
  } finally {
    sending -= 1
    schedule(0)
  }
}

const isHeld = () => isResting || sending > 0

/** It was loaded otherwise, or is gone. */
export function forgetOutdated(one: Refreshable): void {
  outdated.delete(one)
}

function schedule(ms: number): void {
  if (isScheduled || isHeld() || outdated.size === 0) return
  isScheduled = true
  setTimeout(work, ms)
}

function work(): void {
  isScheduled = false
  if (isHeld()) return
  const now = performance.now()
  left = Math.min(MOST_AT_ONCE, left + ((now - countedAt) / 60_000) * PER_MINUTE)
  countedAt = now
  for (const one of [...outdated]) {
    if (left < 1) break
    // What is under way may have been read before the change.
    if (one.isBusy) continue
    left -= 1
    one.run()
  }
  schedule(TICK_MS)
}
