// Posts JSON to webhooks that people name, such as those of Slack and Teams: over TLS, to public addresses only, once,
// bounded in time, and without reading or following what they answer.
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { addressKindOf } from '#runtime/addresses.js'
import { fetchFailureOf } from '#runtime/fetching.js'
import { addressesOf, hostnameOf, type LookupAddresses, lookupAll, pinnedLookup } from '#runtime/lookups.js'
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

/** A server whose certificate has to be for the name, at one of these addresses. */
export interface Destination {
  name: string
  addresses: LookupAddress[]
}

export interface MessengerParts {
  resolve: LookupAddresses
  /** How a destination is reached. */
  routeTo(destination: Destination): Pick<RequestOptions, 'host' | 'port' | 'lookup' | 'ca'>
  timeoutMs: number
}

const HTTPS_PORT = 443
const PARTS: MessengerParts = {
  resolve: lookupAll,
  // To the addresses that were checked, whatever the name resolves to by now.
  routeTo: ({ name, addresses }) => ({ host: name, port: HTTPS_PORT, lookup: pinnedLookup(addresses) }),
  timeoutMs: 8_000
}

/** Tests bring a resolver and a server of their own; the checks in between are always the same. */
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
  const addresses = await addressesOf(url, resolve)
  // One internal address among public ones is enough: nobody knows which of them a connection takes.
  const internal = addresses.map(({ address }) => addressKindOf(address)).find((kind) => kind !== 'open')
  if (internal !== undefined)
    return { is: 'refused', reason: `The name of the webhook leads to an internal address (${internal}).` }
  if (addresses.length === 0) return { is: 'unavailable', reason: 'The name of the webhook has no address.' }
  if (signal.aborted) throw signal.reason
  const route = routeTo({ name: hostnameOf(url), addresses })
  return resultOf(await send(url, message, { ...route, signal }))
}

/** Over a connection of its own. */
function send(url: URL, message: JsonObject, route: RequestOptions): Promise<IncomingMessage> {
  const body = Buffer.from(JSON.stringify(message))
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...route,
        agent: false,
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.byteLength,
          'user-agent': 'repository-automation-service'
        }
      },
      (response) => {
        // Its status says everything: the rest of it is not read.
        response.on('error', () => {}).destroy()
        resolve(response)
      }
    )
    outgoing.on('error', reject).end(body)
  })
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
