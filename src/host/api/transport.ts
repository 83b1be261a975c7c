// Octokit, and what it is told: paths become addresses, writes keep their distance, what is harmless is repeated.

import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import type { Json } from '#schemas/common.js'
import type { HostLimits } from './limits.js'
import { exchange, type HttpRequest, type HttpResponse, WireFault } from './wire.js'

export const PUBLIC_API = 'https://api.github.com'
const API_VERSION = '2022-11-28'
const MAX_RETRIES = 3
/** Times the square of how often it was tried. */
const PAUSE_MS = 250
const MOST_CLIENTS = 500

export type PathParameters = Readonly<Record<string, string | number | boolean | undefined>>

export interface TransportRequest {
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
  /** Where an answer leads elsewhere, that is the answer. */
  returnsRedirect?: boolean | undefined
  onAnswer: HttpRequest['onAnswer']
}

export interface Transport {
  /** The address of a path whose `{parts}` are filled; what fills none becomes the query, in a fixed order. */
  urlOf(method: string, path: string, parameters: PathParameters): string
  /** Whatever the host answers; a `WireFault` where it does not. */
  send(shipment: TransportRequest): Promise<HttpResponse>
}

const ThrottledOctokit = Octokit.plugin(throttling)

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

interface TransportOptions {
  apiUrl: string
  /** Fingerprint of the credential. */
  credential: string
  limits: HostLimits
  sleep: (ms: number) => Promise<void>
}

export function openTransport(parts: TransportOptions): Transport {
  const { apiUrl, limits, sleep } = parts
  const reader = new Octokit({ baseUrl: apiUrl, log: quiet })
  /** One per account, so that each keeps its own distances. */
  const writers = new Map<number, Octokit>()

  function writerOf(account: number): Octokit {
    const known = writers.get(account)
    if (known) return known
    const [oldest] = writers.keys()
    if (oldest !== undefined && writers.size >= MOST_CLIENTS) writers.delete(oldest)
    const writer = newWriter(parts, account)
    writers.set(account, writer)
    return writer
  }

  return {
    urlOf(method, path, parameters) {
      const parts = {
        ...parameters,
        method: method === 'GET' ? ('GET' as const) : ('DELETE' as const),
        url: path
      }
      const url = new URL(reader.request.endpoint(parts).url)
      url.searchParams.sort()
      return url.href
    },
    async send(shipment) {
      const client = shipment.method === 'GET' ? reader : writerOf(shipment.account)
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await sendOnce(client, shipment, limits)
        if (attempt <= MAX_RETRIES && isRetryable(shipment, outcome)) await sleep(attempt ** 2 * PAUSE_MS)
        else return responseOrThrow(outcome)
      }
    }
  }
}

function responseOrThrow(outcome: HttpResponse | WireFault): HttpResponse {
  if (outcome instanceof WireFault) throw outcome
  return outcome
}

/** A write is only repeated where the host has proven not to have seen it. */
function isRetryable({ method, isRepeatable }: TransportRequest, outcome: HttpResponse | WireFault): boolean {
  const isHarmless = method === 'GET' || isRepeatable === true
  if (!(outcome instanceof WireFault)) return isHarmless && outcome.status >= 500
  return outcome.kind === 'unsent' || (isHarmless && outcome.kind === 'lost')
}

function newWriter({ apiUrl, credential, limits }: TransportOptions, account: number): Octokit {
  return new ThrottledOctokit({
    log: quiet,
    throttle: {
      id: `${apiUrl} ${credential} ${account}`,
      ...(limits.spacedWrites ? {} : NO_SPACING),
      // What the host asks for is a cooldown of ours, which holds for all processes; nothing sleeps in here.
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false
    }
  })
}

/** In place of the plugin's queues: whoever comes goes on at once. */
const openQueue = {
  key: () => ({ schedule: (_options: unknown, work: () => Promise<void>) => work() })
}
// The border to the plugin, which asks nothing else of its queues.
const NO_SPACING = { write: openQueue, notifications: openQueue } as object

async function sendOnce(client: Octokit, shipment: TransportRequest, limits: HostLimits) {
  const { method, url, accept, etag, body } = shipment
  const condition = etag === undefined ? {} : { 'if-none-match': etag }
  try {
    return httpResponseOf(
      await client.request({
        // The border to Octokit, which types a method together with its path.
        method: method as 'GET',
        url,
        headers: { accept, 'x-github-api-version': API_VERSION, ...condition },
        ...(body === undefined ? {} : { data: body }),
        request: { fetch: fetchFor(shipment, limits), log: quiet }
      })
    )
  } catch (error) {
    const fault = faultIn(error)
    if (fault) return fault
    const response = responseIn(error)
    if (!response) throw error
    return httpResponseOf(response)
  }
}

interface OctokitResponse {
  status: number
  headers: object
  data: unknown
}

function httpResponseOf({ status, headers, data }: OctokitResponse): HttpResponse {
  return { status, headers: headersOf(headers), text: String(data ?? '') }
}

/** What Octokit calls to send: the credential is put in here, so that Octokit never holds it. */
function fetchFor(
  { authorization, answerMs, returnsRedirect = false, onAnswer }: TransportRequest,
  { answerBytes }: HostLimits
) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const { status, headers, text } = await exchange({
      url,
      method: init.method,
      headers: { ...init.headers, authorization },
      body: init.body,
      answerMs,
      answerBytes,
      returnsRedirect,
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

function responseIn(error: unknown): OctokitResponse | undefined {
  if (typeof error !== 'object' || error === null || !('response' in error)) return undefined
  // The border to Octokit: its errors carry the answer whole.
  return error.response as OctokitResponse | undefined
}
