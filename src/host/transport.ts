// Octokit, and what it is told: paths become addresses, reads are repeated when that helps, writes keep distance.

import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import type { Json } from '../../schemas/common.js'
import type { HostLimits } from './limits.js'
import { type Envelope, exchange, type Parcel, WireFault } from './wire.js'

export const PUBLIC_API = 'https://api.github.com'
const API_VERSION = '2022-11-28'
const REPEAT_AT_MOST = 3
const MOST_CLIENTS = 500

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

export interface Shipment {
  method: string
  url: string
  accept: string
  etag?: string | undefined
  body?: Json | undefined
  account: number
  authorization: string
  answerMs: number
  /** A write that does no harm when it is done twice. */
  isRepeatable?: boolean | undefined
  onAnswer: Envelope['onAnswer']
}

export interface Transport {
  /** The address of a path whose `{parts}` are filled; what fills none becomes the query, in a fixed order. */
  urlOf(method: string, path: string, parameters: Parameters): string
  /** Whatever the host answers; a `WireFault` where it does not. */
  send(shipment: Shipment): Promise<Parcel>
}

const Client = Octokit.plugin(throttling, keepWritesSingle, retry)
type Client = InstanceType<typeof Client>

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Comes between the plugins: whatever is not proven to be harmless is not repeated by the next one. */
function keepWritesSingle(octokit: Pick<Octokit, 'hook'>): void {
  octokit.hook.error('request', (error, options) => {
    const fault = faultIn(error)
    const isHarmless = options.method === 'GET' || options.request?.['isRepeatable'] === true
    const isWorthwhile = fault ? fault.kind === 'lost' || fault.kind === 'unsent' : true
    const isRepeated = isWorthwhile && (isHarmless || fault?.kind === 'unsent')
    if (!isRepeated && options.request) options.request['retries'] = 0
    throw error
  })
}

export function openTransport(apiUrl: string, credential: string, limits: HostLimits): Transport {
  const endpoint = new Octokit({ baseUrl: apiUrl, log: quiet }).request.endpoint
  /** One per account, so that each keeps its own distances. */
  const clients = new Map<number, Client>()

  function clientOf(account: number): Client {
    const known = clients.get(account)
    if (known) return known
    const [oldest] = clients.keys()
    if (oldest !== undefined && clients.size >= MOST_CLIENTS) clients.delete(oldest)
    const client = newClient(`${apiUrl} ${credential} ${account}`, limits)
    clients.set(account, client)
    return client
  }

  return {
    urlOf(method, path, parameters) {
      const url = new URL(
        endpoint({ ...parameters, method: method === 'GET' ? 'GET' : 'DELETE', url: path }).url
      )
      url.searchParams.sort()
      return url.href
    },
    send: (shipment) => send(clientOf(shipment.account), shipment, limits)
  }
}

function newClient(id: string, limits: HostLimits): Client {
  return new Client({
    log: quiet,
    throttle: {
      id,
      ...(limits.spacedWrites ? {} : NO_DISTANCE),
      // What the host asks for is a cooldown of ours, which holds for all processes; nothing sleeps in here.
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false
    },
    retry: { retries: REPEAT_AT_MOST, retryAfterBaseValue: limits.retryMs, doNotRetry: REFUSALS }
  })
}

/** Answers below 500 are final: the same request would be answered the same way. */
const REFUSALS = Array.from({ length: 100 }, (_, at) => 400 + at)

/** In place of the plugin's queues: whoever comes goes on at once. */
const open = {
  key: () => ({ schedule: (_options: unknown, work: () => Promise<void>) => work() })
}
// The border to the plugin, which asks nothing else of its queues.
const NO_DISTANCE = { write: open, notifications: open } as object

async function send(client: Client, shipment: Shipment, limits: HostLimits): Promise<Parcel> {
  const { method, url, accept, etag, body, isRepeatable } = shipment
  try {
    const { status, headers, data } = await client.request({
      // The border to Octokit, which types a method together with its path.
      method: method as 'GET',
      url,
      headers: {
        accept,
        'x-github-api-version': API_VERSION,
        ...(etag === undefined ? {} : { 'if-none-match': etag })
      },
      ...(body === undefined ? {} : { data: body }),
      request: { fetch: carrierOf(shipment, limits), log: quiet, isRepeatable }
    })
    return { status, headers: headersOf(headers), text: String(data ?? '') }
  } catch (error) {
    const fault = faultIn(error)
    if (fault) throw fault
    const response = responseIn(error)
    if (!response) throw new WireFault('lost', 'the answer cannot be read')
    return {
      status: response.status,
      headers: headersOf(response.headers),
      text: String(response.data ?? '')
    }
  }
}

/** What Octokit calls to send: the credential is put in here, so that Octokit never holds it. */
function carrierOf({ authorization, answerMs, onAnswer }: Shipment, { answerBytes }: HostLimits) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const { status, headers, text } = await exchange({
      url,
      method: init.method,
      headers: { ...init.headers, authorization },
      body: init.body,
      answerMs,
      answerBytes,
      onAnswer
    })
    const isEmpty = [204, 205, 304].includes(status)
    const plain = new Headers(headersOf(headers))
    // So that Octokit hands it over as it is.
    plain.set('content-type', 'text/plain; charset=utf-8')
    return new Response(isEmpty ? null : text, { status, headers: plain })
  }
}

function headersOf(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function faultIn(error: unknown): WireFault | undefined {
  if (error instanceof WireFault) return error
  return error instanceof Error && error.cause !== undefined ? faultIn(error.cause) : undefined
}

function responseIn(error: unknown): { status: number; headers: object; data: unknown } | undefined {
  if (typeof error !== 'object' || error === null || !('response' in error)) return undefined
  // The border to Octokit: its errors carry the answer whole.
  return error.response as { status: number; headers: object; data: unknown } | undefined
}
