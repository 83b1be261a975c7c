// Headers of every response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The policy forbids frames, which makes X-Frame-Options unnecessary. */
const EVERY_REPLY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store'
} as const

const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(EVERY_REPLY)
  reply.header('x-request-id', request.id)
  if (request.protocol === 'https') reply.headers(TLS_ONLY)
}
