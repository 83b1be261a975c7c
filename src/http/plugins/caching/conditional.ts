// Conditional requests: responses carry an ETag, and an unchanged body is answered with 304.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LONGEST_TEXT = 4_096

type Done = (error?: Error | null, payload?: unknown) => void

/** Requests with such a method change nothing. */
export const isRead = (method: unknown) => ['GET', 'HEAD'].includes(String(method))

/** An onSend hook: sets the ETag, and omits the body if the client has it already. */
export function answerConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: Done
): void {
  if (!isRead(request.method) || reply.statusCode !== 200 || !isWhole(payload)) {
    done(null, payload)
    return
  }
  const body = bodyOf(payload)
  const etag = String(reply.getHeader('etag') ?? etagOf(body))
  reply.header('etag', etag)
  if (request.caller?.method === 'api_key') reply.header('cache-control', API_CLIENT_CACHE_CONTROL)
  const isKnown = matchesEtag(request.headers['if-none-match'], etag)
  if (isKnown)
    reply.code(304).removeHeader('content-type').removeHeader('content-encoding').removeHeader('link')
  // For HEAD the body stays, because Fastify derives Content-Length from it.
  done(null, isKnown && request.method === 'GET' ? null : body)
}

/** Whether that is a body and no stream. */
export const isWhole = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)

/** Short texts are sent together with the headers. Long ones would be encoded three times. */
export function bodyOf(payload: string | Buffer): string | Buffer {
  const isLong = typeof payload === 'string' && payload.length > LONGEST_TEXT
  return isLong ? Buffer.from(payload) : payload
}

/**
 * API clients may store responses but must revalidate them, so that a revoked key gets 401 and no cached response. For
 * browsers the `no-store` of every response applies, which keeps session data off their disks. A page that holds a copy
 * in memory can still send `If-None-Match`.
 */
const API_CLIENT_CACHE_CONTROL = 'private, no-cache'

/** A hash of the content: 128 bits of SHA-256. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether the header lists this ETag. Ours contain no comma, so the list can be split at commas. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return ifNoneMatch.trim() === '*' || tags.includes(etag) || tags.includes(`W/${etag}`)
}
