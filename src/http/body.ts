// Reads the bodies of unauthenticated requests within a shared memory limit.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { bodyTooLarge, serviceBusy } from '#errors/errors.js'
import { type IncomingBody, openBodyMemory } from './body-memory.js'
import { clientKeyOf } from './plugins/client-address.js'
import type { App } from './reply.js'

export interface BodyLimits {
  /** Bytes of one body. */
  each: number
  /** Bytes of the bodies of all requests without a response. */
  all: number
  /** Bodies up to this size are evicted last. */
  small: number
}

/** Memory is reserved for bytes received, not for `Content-Length`: announcing a large body blocks nobody. */
export function parseBoundedBodies(app: App, { each, all, small }: BodyLimits): void {
  const memory = openBodyMemory({ all, small })
  const bodies = new WeakMap<FastifyRequest, IncomingBody>()
  app.addHook('onRequest', (request, reply, done) => {
    const body = memory.open(clientKeyOf(request))
    bodies.set(request, body)
    // `close` fires when the response is sent, and also when the client disconnects before.
    reply.raw.once('close', () => memory.close(body))
    done()
  })
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = bodies.get(request)
    if (!body || Number(request.headers['content-length']) > each) return done(bodyTooLarge())
    collectBody(payload, { body, take: (bytes) => memory.reserve(body, bytes), each }, done)
  })
}

type Done = (error: Error | null, body?: Buffer) => void

interface BodyCollection {
  body: IncomingBody
  take(bytes: number): boolean
  each: number
}

/** On an error the received chunks are dropped, and the rest of the body is discarded. */
function collectBody(payload: IncomingMessage, { body, take, each }: BodyCollection, done: Done): void {
  const chunks: Buffer[] = []
  const end = (error?: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    body.evict = undefined
    if (error) {
      chunks.length = 0
      // Drains the rest in the background, however slow the client is.
      payload.resume()
      done(error)
    } else done(null, Buffer.concat(chunks))
  }
  const onEnd = () => end()
  const onData = (chunk: Buffer) => {
    if (body.bytes + chunk.length > each) end(bodyTooLarge())
    else if (!take(chunk.length)) end(serviceBusy())
    else chunks.push(chunk)
  }
  body.evict = () => end(serviceBusy())
  payload.on('data', onData).on('end', onEnd).on('error', end)
}
