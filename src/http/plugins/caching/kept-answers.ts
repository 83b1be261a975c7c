// `Idempotency-Key`: a request that is repeated under its key gets the answer of the first, and is not carried out again.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Deps } from '#deps.js'
import { fingerprintOf } from '#domain/accounts/idempotency.js'
import type { Json } from '#schemas/common.js'
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '#schemas/idempotency.js'
import {
  claimRequest,
  type KeptAnswer,
  type KeyClaim,
  settleRequest
} from '#services/accounts/kept-answers.js'
import type { App } from '../../reply.js'
import type { RouteGroup } from '../../route-group.js'
import { takesKey } from '../document/keyed-operations.js'
import { isWhole } from './conditional.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Held by a request with a key while it is carried out. */
    keyClaim: KeyClaim | null
  }
}

/** These hooks come last: what is refused before claims no key, and the answer is kept as it is sent. */
export function keepAnswers(scope: App, deps: Deps, group: RouteGroup): void {
  scope.decorateRequest('keyClaim', null)
  scope.addHook('onRoute', (route) => {
    if (!takesKey(route.method, group)) return
    if (route.preHandler || route.onSend) throw new Error(`${route.url} has a hook where its key is claimed`)
    const headerNames = headersOf(route)
    route.preHandler = (request: FastifyRequest, reply, done) => {
      const { caller, validationError } = request
      const key = request.headers[IDEMPOTENCY_HEADER]
      // Some handlers record what breaks their schema before they refuse it.
      if (key === undefined || validationError || !caller) {
        done()
        return
      }
      const fingerprint = fingerprintOf(partsOf(request, headerNames))
      claimRequest(deps, { caller, key: String(key), fingerprint }).then((begun) => {
        if ('answer' in begun) return sendAgain(reply, begun.answer)
        request.keyClaim = begun.claim
        done()
      }, done)
    }
    route.onSend = (request: FastifyRequest, reply, payload, done) => {
      const { keyClaim } = request
      if (!keyClaim) {
        done(null, payload)
        return
      }
      request.keyClaim = null
      settleRequest(deps, keyClaim, answerOf(reply, payload))
        .catch((err) => request.log.warn({ err }, NOT_KEPT))
        .then(() => done(null, payload))
    }
  })
}

const NOT_KEPT = 'The answer to a request with an Idempotency-Key is not kept: its key cannot be used again'

/** The headers that the operation reads. */
function headersOf({ schema }: RouteOptions): string[] {
  const { properties = {} } = Object(schema?.headers)
  return Object.keys(properties).filter((name) => name !== IDEMPOTENCY_HEADER)
}

function partsOf({ method, originalUrl, headers, body }: FastifyRequest, names: readonly string[]) {
  const given = names.filter((name) => headers[name] !== undefined)
  return {
    method,
    address: originalUrl,
    headers: Object.fromEntries(given.map((name) => [name, String(headers[name])])),
    // Cast: bodies are parsed from JSON.
    body: body as Json | undefined
  }
}

/** Undefined for a stream, which is not kept. */
function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer | undefined {
  const { statusCode: status } = reply
  if (payload === undefined || payload === null) return { status, contentType: null, body: '' }
  const contentType = String(reply.getHeader('content-type'))
  return isWhole(payload) ? { status, contentType, body: payload.toString() } : undefined
}

function sendAgain(reply: FastifyReply, { status, contentType, body }: KeptAnswer): void {
  reply.code(status).header(REPLAYED_HEADER, 'true')
  if (contentType === null) reply.send()
  else reply.type(contentType).send(body)
}
