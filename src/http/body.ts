// Reads bodies that nobody has vouched for yet, within a memory that all of them share.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { bodyTooLarge, busy } from '#errors/errors.js'
import { type Body, bodyRoom } from './body-room.js'
import { clientOf } from './plugins/client-address.js'
import type { App } from './reply.js'

export interface BodyBounds {
  /** Bytes of one body. */
  each: number
  /** Bytes of the bodies of all requests that have no answer yet. */
  all: number
  /** A body of no more bytes gives way last. */
  small: number
}

/** Room is taken for what has arrived, not for what is announced: who only announces keeps nobody out. */
export function readBodies(app: App, { each, all, small }: BodyBounds): void {
  const room = bodyRoom({ all, small })
  const bodies = new WeakMap<FastifyRequest, Body>()
  app.addHook('onRequest', (request, reply, done) => {
    const body = room.open(clientOf(request))
    bodies.set(request, body)
    // It closes when the answer is out, and also when the client goes away before that.
    reply.raw.once('close', () => room.close(body))
    done()
  })
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = bodies.get(request)
    if (!body || Number(request.headers['content-length']) > each) return done(bodyTooLarge())
    gather(payload, { body, take: (bytes) => room.take(body, bytes), each }, done)
  })
}

type Done = (error: Error | null, body?: Buffer) => void

interface Gathering {
  body: Body
  take(bytes: number): boolean
  each: number
}

/** Where there is no room, what was gathered is let go, and the rest flows by unread. */
function gather(payload: IncomingMessage, { body, take, each }: Gathering, done: Done): void {
  const chunks: Buffer[] = []
  const end = (error?: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    body.giveWay = undefined
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
    else if (!take(chunk.length)) end(busy())
    else chunks.push(chunk)
  }
  body.giveWay = () => end(busy())
  payload.on('data', onData).on('end', onEnd).on('error', end)
}
