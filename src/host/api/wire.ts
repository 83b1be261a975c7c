// Sends one request and reads its response: bounded in time and size, and never to another origin.

import { fetchFailureOf, textWithin } from '#runtime/fetching.js'

export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

/** `unsent`: it cannot have reached the host; `lost`: it may have; `unsafe`: a redirect leads to a forbidden address. */
export type WireFaultKind = 'unsent' | 'lost' | 'late' | 'too_large' | 'elsewhere' | 'unsafe'

/** A request without a usable response. */
export class WireFault extends Error {
  override readonly name = 'WireFault'
  readonly kind: WireFaultKind

  constructor(kind: WireFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface HttpRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  answerMs: number
  answerBytes: number
  /** Returns a temporary redirect (302) instead of following it. Those of renamed repositories are still followed. */
  returnsRedirect?: boolean
  /** Called for each response, and with undefined if there was none. */
  onAnswer: (response: HttpResponse | undefined) => void
}

const METHOD_KEEPING_REDIRECTS = new Set([307, 308])
const FOLLOWED_REDIRECTS = new Set([301, 302, ...METHOD_KEEPING_REDIRECTS])

/** Follows one redirect, such as that of a renamed repository. */
export async function exchange(request: HttpRequest): Promise<HttpResponse> {
  const response = await exchangeOnce(request)
  const url = redirectTargetOf(request, response)
  if (url === undefined) return response
  const moved = await exchangeOnce({ ...request, url })
  if (redirectTargetOf({ ...request, url }, moved) === undefined) return moved
  throw new WireFault('elsewhere', 'it redirected more than once')
}

const FOUND = 302

function redirectTargetOf(
  { url, method, returnsRedirect }: HttpRequest,
  { status, headers }: HttpResponse
): string | undefined {
  if (returnsRedirect && status === FOUND) return undefined
  if (!FOLLOWED_REDIRECTS.has(status) || headers['location'] === undefined) return undefined
  // Following it would turn the write into a read that looks like a success.
  if (method !== 'GET' && !METHOD_KEEPING_REDIRECTS.has(status))
    throw new WireFault('elsewhere', 'it redirected a write')
  const target = withinOrigin(headers['location'], url)
  if (target === undefined) throw new WireFault('elsewhere', 'it redirected to another origin')
  return target
}

/** The URL if it stays within the origin of `base`: the credential is sent nowhere else. */
export function withinOrigin(address: string, base: string): string | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  return url?.origin === new URL(base).origin && url.username === '' ? url.href : undefined
}

async function exchangeOnce(request: HttpRequest): Promise<HttpResponse> {
  let response: HttpResponse | undefined
  try {
    response = await fetchBounded(request)
    return response
  } catch (error) {
    throw error instanceof WireFault ? error : wireFaultOf(error)
  } finally {
    request.onAnswer(response)
  }
}

async function fetchBounded({
  url,
  method,
  headers,
  body,
  answerMs,
  answerBytes
}: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    headers,
    body: body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs)
  })
  const text = await textWithin(response, answerBytes)
  if (text === undefined) throw new WireFault('too_large', `its response is larger than ${answerBytes} bytes`)
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

export function wireFaultOf(error: unknown): WireFault {
  const { isLate, isUnsent, reason } = fetchFailureOf(error)
  if (isLate) return new WireFault('late', 'it takes too long')
  return new WireFault(isUnsent ? 'unsent' : 'lost', reason)
}
