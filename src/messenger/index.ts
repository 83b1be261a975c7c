// Posts JSON to webhooks that people name, such as those of Slack and Teams: over TLS, to public addresses only, once,
// bounded in time, and without reading or following what they answer.
import type { IncomingMessage } from 'node:http'
import { addressKindOf } from '#runtime/addresses.js'
import { fetchFailureOf } from '#runtime/fetching.js'
import { destinationOf, OUTGOING, type OutgoingParts, send } from '#runtime/outgoing.js'
import { findUrlFault } from '#runtime/public-urls.js'
import { TimeoutExceeded, withTimeout } from '#runtime/timeout.js'
import type { JsonObject } from '#schemas/common.js'

/** What became of a message. No reason quotes the URL, which is a secret. */
export type PostResult =
  | { is: 'accepted' }
  /** It would be refused again. */
  | { is: 'refused'; reason: string }
  | { is: 'unavailable'; reason: string; retryAfterSeconds?: number }

export type PostMessage = (url: string, message: JsonObject) => Promise<PostResult>

export interface MessengerParts extends OutgoingParts {
  timeoutMs: number
}

const PARTS: MessengerParts = { resolve: OUTGOING.resolve, routeTo: OUTGOING.routeTo, timeoutMs: 8_000 }

export function openMessenger({ resolve, routeTo, timeoutMs }: MessengerParts = PARTS): PostMessage {
  return async (url, message) => {
    const fault = findUrlFault(url)
    if (fault !== undefined) return { is: 'refused', reason: `The webhook URL ${fault}.` }
    const abort = new AbortController()
    try {
      const attempt = { resolve, routeTo, signal: abort.signal }
      return await withTimeout(timeoutMs, post(new URL(url), message, attempt))
    } catch (error) {
      return { is: 'unavailable', reason: failureText(error) }
    } finally {
      abort.abort()
    }
  }
}

type Attempt = Omit<MessengerParts, 'timeoutMs'> & { signal: AbortSignal }

async function post(
  url: URL,
  message: JsonObject,
  { resolve, routeTo, signal }: Attempt
): Promise<PostResult> {
  const destination = await destinationOf(url, resolve)
  const { addresses } = destination
  // One internal address among public ones is enough: nobody knows which of them a connection takes.
  const internal = addresses.map(({ address }) => addressKindOf(address)).find((kind) => kind !== 'open')
  if (internal !== undefined)
    return { is: 'refused', reason: `The name of the webhook leads to an internal address (${internal}).` }
  if (addresses.length === 0) return { is: 'unavailable', reason: 'The name of the webhook has no address.' }
  if (signal.aborted) throw signal.reason
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const body = Buffer.from(JSON.stringify(message))
  const response = await send(url, routeTo(destination), { method: 'POST', headers, body, signal })
  // Its status says everything: the rest of it is not read.
  response.on('error', () => {}).destroy()
  return resultOf(response)
}

const isTransient = (status: number) => status >= 500 || status === 408 || status === 429

function resultOf({ statusCode: status = 0, headers }: IncomingMessage): PostResult {
  if (status >= 200 && status < 300) return { is: 'accepted' }
  if (status >= 300 && status < 400)
    return { is: 'refused', reason: `The webhook answered ${status}: it redirects, which is not followed.` }
  const reason = `The webhook answered ${status}.`
  if (!isTransient(status)) return { is: 'refused', reason }
  const seconds = secondsIn(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0
    ? { is: 'unavailable', reason, retryAfterSeconds: Math.ceil(seconds) }
    : { is: 'unavailable', reason }
}

/** A number of seconds, or a date. */
function secondsIn(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  return /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
}

function failureText(error: unknown): string {
  if (error instanceof TimeoutExceeded) return 'The webhook did not answer in time.'
  return `The webhook could not be reached (${fetchFailureOf(error).reason}).`
}
