// Replies that a client may keep and ask about again: a 304 says that what it has is still what there is.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LONGEST_TEXT = 4_096

type Done = (error?: Error | null, payload?: unknown) => void

/** As an onSend hook: names the body by its hash, and leaves it out where the client has it already. */
export function answerConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: Done
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
    done(null, payload)
    return
  }
  // A short text leaves in one piece with its headers; a long one would be turned into bytes three times.
  const body = payload.length > LONGEST_TEXT ? Buffer.from(payload) : payload
  const etag = String(reply.getHeader('etag') ?? etagOf(body))
  reply.header('etag', etag)
  if (request.caller?.method === 'api_key') reply.header('cache-control', API_CLIENT_CACHE_CONTROL)
  const isKnown = matchesEtag(request.headers['if-none-match'], etag)
  if (isKnown) reply.code(304).removeHeader('content-type').removeHeader('link')
  // Of a HEAD the framework tells the length of what a GET would have got, and a 304 may tell no other.
  done(null, isKnown && request.method === 'GET' ? null : body)
}

/**
 * A program may keep what its key got, and has to ask before it uses it again; so a key that is no longer valid gets
 * 401 and no kept reply. To browsers the `no-store` of every reply applies, which keeps what a session saw off their
 * disks; a page that has a copy in memory can still ask with `If-None-Match`.
 */
const API_CLIENT_CACHE_CONTROL = 'private, no-cache'

/** Equal for equal contents alone: 128 bits of a hash that nobody can steer. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether the header names this reply. A tag of ours holds no comma, so what lies between two commas is one tag. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return ifNoneMatch.trim() === '*' || tags.includes(etag) || tags.includes(`W/${etag}`)
}
