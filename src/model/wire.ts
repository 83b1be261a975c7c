// Sends one request to the model server: bounded in time and size, without following redirects.

import { ModelError } from '#errors/model.js'
import { fetchFailureOf, textWithin } from '#runtime/fetching.js'
import type { Json } from '#schemas/common.js'
import { type ModelSettings, type ProviderRequest, parseModelJson } from './protocol.js'

const MOST_BYTES = 2 * 1024 * 1024
const MOST_WAIT_SECONDS = 3_600

/** `maySpend`: the server may have processed the request, so its tokens count as used. */
export class ModelCallError extends ModelError {
  readonly maySpend: boolean

  constructor(error: ConstructorParameters<typeof ModelError>, maySpend: boolean) {
    super(...error)
    this.maySpend = maySpend
  }
}

const unavailable = (message: string, until?: Date) =>
  [`model_unavailable`, message, until] as ConstructorParameters<typeof ModelError> // Cast to a tuple.

export interface ModelWire extends Pick<ModelSettings, 'url' | 'timeoutMs'> {
  /** Why there is no more time, for people. */
  lateReason: string
}

export async function postToModel(
  { url, timeoutMs, lateReason }: ModelWire,
  { path, headers, body }: ProviderRequest,
  now: () => Date
): Promise<Json> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs)
  }).catch((error: unknown) => {
    throw modelFaultOf(error, lateReason)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw modelErrorOf(response, now())
  }
  const text = await readModelText(response, lateReason)
  try {
    return parseModelJson(text)
  } catch {
    throw new ModelCallError(['model_unusable', 'The model server sent a response that is not JSON.'], true)
  }
}

/** A broken connection is reported like a failed request. */
async function readModelText(response: Response, lateReason: string): Promise<string> {
  const text = await textWithin(response, MOST_BYTES).catch((error: unknown) => {
    throw modelFaultOf(error, lateReason)
  })
  if (text !== undefined) return text
  const message = `The response of the model server is larger than ${MOST_BYTES} bytes.`
  throw new ModelCallError(['model_unusable', message], true)
}

function modelFaultOf(error: unknown, lateReason: string): ModelCallError {
  const { isLate, isUnsent, reason } = fetchFailureOf(error)
  if (isLate) return new ModelCallError(unavailable(lateReason), true)
  return new ModelCallError(unavailable(`The model server cannot be reached: ${reason}.`), !isUnsent)
}

/** Statuses of a server too busy to start. After any other error the model may still have processed the request. */
const NOT_STARTED: ReadonlySet<number> = new Set([429, 503, 529])

/** The body of an error response is not quoted, because it may echo the request. */
function modelErrorOf({ status, headers }: Response, now: Date): ModelCallError {
  if (status >= 300 && status < 400)
    return new ModelCallError(
      ['model_refused', 'The model server redirects, and redirects are not followed. Check MODEL_URL.'],
      false
    )
  if (status === 408 || status === 429 || status >= 500)
    return new ModelCallError(
      unavailable(`The model server returned ${status}.`, pauseEnd(headers, now)),
      !NOT_STARTED.has(status)
    )
  const advice = status === 401 || status === 403 ? ' Check MODEL_API_KEY.' : ''
  return new ModelCallError(
    ['model_refused', `The model server rejected the request with ${status}.${advice}`],
    false
  )
}

function pauseEnd(headers: Headers, now: Date): Date | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (!(seconds > 0)) return undefined
  return new Date(now.getTime() + Math.min(seconds, MOST_WAIT_SECONDS) * 1_000)
}
