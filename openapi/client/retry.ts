// Repeats requests that the service refused for a moment, after as long as it asks for, and those whose reply was lost.

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
/** The first request with this key is still being worked on. */
const UNDER_WAY = 'idempotency_key_in_use'
/** After a reply was lost; twice as long each time. */
const FIRST_PAUSE_SECONDS = 1

export function retryPatiently(send: Send, options: RetryOptions): Send {
  const { attempts = 3, longestWaitSeconds = 60 } = options
  const longest = Math.min(longestWaitSeconds, LONGEST_TIMER_SECONDS)
  return async (request) => {
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      // A body can be sent once.
      const outcome = await send(request.clone()).catch((error: unknown) => new Lost(error, attempt))
      const seconds = await secondsToWait(request, outcome)
      if (seconds === undefined || seconds > longest) return responseIn(outcome)
      if (outcome instanceof Response) await outcome.body?.cancel()
      await pause(seconds * 1000, request.signal)
    }
    return send(request)
  }
}

/** There is no reply: the request may have arrived or not. */
class Lost {
  readonly error: unknown
  readonly attempt: number

  constructor(error: unknown, attempt: number) {
    this.error = error
    this.attempt = attempt
  }
}

function responseIn(outcome: Response | Lost): Response {
  if (outcome instanceof Lost) throw outcome.error
  return outcome
}

/** Undefined if the request is not to be repeated. */
async function secondsToWait(request: Request, outcome: Response | Lost): Promise<number | undefined> {
  if (outcome instanceof Lost) {
    const isGivenUp = request.signal.aborted || !isRepeatable(request)
    return isGivenUp ? undefined : FIRST_PAUSE_SECONDS * 2 ** (outcome.attempt - 1)
  }
  const seconds = toldBy(outcome)
  return seconds !== undefined && (await mayRepeat(request, outcome)) ? seconds : undefined
}

/** Undefined if the service does not say when to come back. */
function toldBy({ headers }: Response): number | undefined {
  const told = headers.get('retry-after')
  if (told === null) return undefined
  const seconds = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Twice is as good as once: a read, or a write that the service carries out once under its key. */
const isRepeatable = ({ method, headers }: Request) =>
  READS.includes(method) || (method === 'POST' && headers.has('idempotency-key'))

async function mayRepeat(request: Request, response: Response): Promise<boolean> {
  if (PASSING.includes(response.status))
    return isRepeatable(request) || NOTHING_DONE.includes(await codeOf(response))
  return response.status === 409 && isRepeatable(request) && (await codeOf(response)) === UNDER_WAY
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
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
