// Reads bodies that nobody has vouched for yet, within a memory that all of them share.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { bodyTooLarge, serviceBusy } from '#errors/errors.js'
import { type IncomingBody, openBodyMemory } from './body-memory.js'
import { clientKeyOf } from './plugins/client-address.js'
import type { App } from './reply.js'

export interface BodyLimits {
  /** Bytes of one body. */
  each: number
  /** Bytes of the bodies of all requests that have no answer yet. */
  all: number
  /** A body of no more bytes gives way last. */
  small: number
}

/** Room is taken for what has arrived, not for what is announced: who only announces keeps nobody out. */
export function parseBoundedBodies(app: App, { each, all, small }: BodyLimits): void {
  const room = openBodyMemory({ all, small })
  const bodies = new WeakMap<FastifyRequest, IncomingBody>()
  app.addHook('onRequest', (request, reply, done) => {
    const body = room.open(clientKeyOf(request))
    bodies.set(request, body)
    // It closes when the answer is out, and also when the client goes away before that.
    reply.raw.once('close', () => room.close(body))
    done()
  })
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = bodies.get(request)
    if (!body || Number(request.headers['content-length']) > each) return done(bodyTooLarge())
    collectBody(payload, { body, take: (bytes) => room.reserve(body, bytes), each }, done)
  })
}

type Done = (error: Error | null, body?: Buffer) => void

interface BodyCollection {
  body: IncomingBody
  take(bytes: number): boolean
  each: number
}

/** Where there is no room, what was gathered is let go, and the rest flows by unread. */
function collectBody(payload: IncomingMessage, { body, take, each }: BodyCollection, done: Done): void {
  const chunks: Buffer[] = []
  const end = (error?: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    body.evict = undefined
    if (error) {
      chunks.length = 0
      // Nobody waits for what still comes, as slowly as it may.
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
