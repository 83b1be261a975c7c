// Octokit with our settings: builds URLs, and retries requests that are safe to repeat.

import { Octokit } from '@octokit/rest'
import type { Json } from '#schemas/common.js'
import type { HostLimits } from './limits.js'
import { exchange, type HttpRequest, type HttpResponse, WireFault } from './wire.js'

export const PUBLIC_API = 'https://api.github.com'
const API_VERSION = '2022-11-28'
const MAX_RETRIES = 3
/** Multiplied by the square of the attempt. */
const PAUSE_MS = 250

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
  /** A write that does no harm when it is applied twice. */
  isRepeatable?: boolean | undefined
  /** Returns a redirect instead of following it. */
  returnsRedirect?: boolean | undefined
  /** Called before each attempt, as late as can be. It throws if the request may no longer be sent. */
  mayWrite?: (() => Promise<void>) | undefined
  onAnswer: HttpRequest['onAnswer']
}

export interface Transport {
  /** Fills the `{placeholders}` of a path; the other parameters become the query, sorted by name. */
  urlOf(method: string, path: string, parameters: PathParameters): string
  /** Returns any response of the host; throws a `WireFault` where there is none. */
  send(request: TransportRequest): Promise<HttpResponse>
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

interface TransportOptions {
  apiUrl: string
  limits: HostLimits
  sleep: (ms: number) => Promise<void>
}

export function openTransport(parts: TransportOptions): Transport {
  const { apiUrl, limits, sleep } = parts
  const client = new Octokit({ baseUrl: apiUrl, log: quiet })
  return {
    urlOf(method, path, parameters) {
      const parts = {
        ...parameters,
        method: method === 'GET' ? ('GET' as const) : ('DELETE' as const),
        url: path
      }
      const url = new URL(client.request.endpoint(parts).url)
      url.searchParams.sort()
      return url.href
    },
    async send(request) {
      for (let attempt = 1; ; attempt += 1) {
        await request.mayWrite?.()
        const outcome = await sendOnce(client, request, limits)
        if (attempt <= MAX_RETRIES && isRetryable(request, outcome)) await sleep(attempt ** 2 * PAUSE_MS)
        else return responseOrThrow(outcome)
      }
    }
  }
}

function responseOrThrow(outcome: HttpResponse | WireFault): HttpResponse {
  if (outcome instanceof WireFault) throw outcome
  return outcome
}

/** A write is retried only if it certainly did not reach the host. */
function isRetryable({ method, isRepeatable }: TransportRequest, outcome: HttpResponse | WireFault): boolean {
  const isHarmless = method === 'GET' || isRepeatable === true
  if (!(outcome instanceof WireFault)) return isHarmless && outcome.status >= 500
  return outcome.kind === 'unsent' || (isHarmless && outcome.kind === 'lost')
}

async function sendOnce(client: Octokit, request: TransportRequest, limits: HostLimits) {
  const { method, url, accept, etag, body } = request
  const condition = etag === undefined ? {} : { 'if-none-match': etag }
  try {
    return httpResponseOf(
      await client.request({
        // Cast for Octokit, which types a method together with its path.
        method: method as 'GET',
        url,
        headers: { accept, 'x-github-api-version': API_VERSION, ...condition },
        ...(body === undefined ? {} : { data: body }),
        request: { fetch: fetchFor(request, limits), log: quiet }
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

/** The `fetch` that Octokit calls. It adds the credential here, so that Octokit never holds it. */
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
    // Keeps Octokit from parsing the body.
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
  // Cast for Octokit: its errors carry the whole response.
  return error.response as OctokitResponse | undefined
}
