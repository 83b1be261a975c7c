// Sends one request and reads its answer: bounded in time and size, and never to another origin.

export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

/** `unsent`: the host has proven not to have seen it; `lost`: it may have; `unsafe`: it would lead where it may not. */
export type WireFaultKind = 'unsent' | 'lost' | 'late' | 'too_large' | 'elsewhere' | 'unsafe'

/** There is no answer. */
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
  /** Told where something is for now, this is the answer; a repository that has moved is followed all the same. */
  returnsRedirect?: boolean
  /** Called for each answer, and with nothing where there was none. */
  onAnswer: (parcel: HttpResponse | undefined) => void
}

const METHOD_KEEPING_REDIRECTS = new Set([307, 308])
const FOLLOWED_REDIRECTS = new Set([301, 302, ...METHOD_KEEPING_REDIRECTS])

/** A renamed repository answers with where it is now; that is followed once. */
export async function exchange(envelope: HttpRequest): Promise<HttpResponse> {
  const answer = await exchangeOnce(envelope)
  const url = redirectTargetOf(envelope, answer)
  if (url === undefined) return answer
  const moved = await exchangeOnce({ ...envelope, url })
  if (redirectTargetOf({ ...envelope, url }, moved) === undefined) return moved
  throw new WireFault('elsewhere', 'it redirected more than once')
}

const FOUND = 302

function redirectTargetOf(
  { url, method, returnsRedirect }: HttpRequest,
  { status, headers }: HttpResponse
): string | undefined {
  if (returnsRedirect && status === FOUND) return undefined
  if (!FOLLOWED_REDIRECTS.has(status) || headers['location'] === undefined) return undefined
  // What would become a read there has not been written, and must not look as if it had.
  if (method !== 'GET' && !METHOD_KEEPING_REDIRECTS.has(status))
    throw new WireFault('elsewhere', 'it redirected a write')
  const place = withinOrigin(headers['location'], url)
  if (place === undefined) throw new WireFault('elsewhere', 'it redirected to another origin')
  return place
}

/** The address, if it has the origin of the other: a credential goes nowhere else. */
export function withinOrigin(address: string, base: string): string | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  return url?.origin === new URL(base).origin && url.username === '' ? url.href : undefined
}

async function exchangeOnce(envelope: HttpRequest): Promise<HttpResponse> {
  let parcel: HttpResponse | undefined
  try {
    parcel = await fetchBounded(envelope)
    return parcel
  } catch (error) {
    throw error instanceof WireFault ? error : wireFaultOf(error)
  } finally {
    envelope.onAnswer(parcel)
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
  const text = await boundedText(response, answerBytes)
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

async function boundedText({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new WireFault('too_large', `its response is larger than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Before a connection stands, nothing can have been sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export function wireFaultOf(error: unknown): WireFault {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new WireFault('late', 'it takes too long')
  const code = codeOf(error)
  const isUnsent = code !== undefined && UNSENT.has(code)
  return new WireFault(isUnsent ? 'unsent' : 'lost', code ?? 'the connection broke')
}

/** What `fetch` says of a failure is in its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
