// Repeats requests that the service refused for a moment, after as long as it asks for.

export type Send = (request: Request) => Promise<Response>

export interface RetryOptions {
  /** How often a request is sent at most; default 3. */
  attempts?: number
  /** A longer wait than this is left to the caller; default 60. */
  longestWaitSeconds?: number
}

const PASSING = [429, 503]
/** A timer for more fires at once. */
const LONGEST_TIMER_SECONDS = 2_147_483
const READS = ['GET', 'HEAD']

/** With these a write was refused before anything was done about it. */
const NOTHING_DONE = ['rate_limited', 'busy', 'stopping']

export function retryPatiently(send: Send, options: RetryOptions): Send {
  const { attempts = 3, longestWaitSeconds = 60 } = options
  return async (request) => {
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      // A body can be sent once.
      const response = await send(request.clone())
      const seconds = secondsToWait(response)
      const isWorthIt =
        seconds !== undefined && seconds <= Math.min(longestWaitSeconds, LONGEST_TIMER_SECONDS)
      if (!isWorthIt || !(await mayRepeat(request, response))) return response
      await response.body?.cancel()
      await pause(seconds * 1000, request.signal)
    }
    return send(request)
  }
}

/** Undefined if the service does not say when to come back. */
function secondsToWait({ status, headers }: Response): number | undefined {
  const told = headers.get('retry-after')
  if (!PASSING.includes(status) || told === null) return undefined
  const seconds = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

async function mayRepeat({ method }: Request, response: Response): Promise<boolean> {
  if (READS.includes(method)) return true
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (
    typeof body === 'object' && body !== null && 'code' in body && NOTHING_DONE.includes(String(body.code))
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
