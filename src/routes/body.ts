// Reads bodies that nobody has vouched for yet, within a memory that all of them share.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { bodyTooLarge, busy, type ServiceError } from '../errors.js'
import type { App } from './app.js'

export interface BodyBounds {
  /** Bytes of one body. */
  each: number
  /** Bytes of the bodies of all requests that have no answer yet. */
  all: number
}

/** Room is taken for what has arrived, not for what is announced: who only announces keeps nobody out. */
export function readBodies(app: App, { each, all }: BodyBounds): void {
  const held = new WeakMap<FastifyRequest, number>()
  let heldByAll = 0
  const take = (request: FastifyRequest, bytes: number) => {
    const sum = (held.get(request) ?? 0) + bytes
    if (sum > each) return bodyTooLarge()
    if (heldByAll + bytes > all) return busy()
    held.set(request, sum)
    heldByAll += bytes
    return undefined
  }
  app.addHook('onRequest', (request, reply, done) => {
    // It closes when the answer is out, and also when the client goes away before that.
    reply.raw.once('close', () => {
      heldByAll -= held.get(request) ?? 0
      held.delete(request)
    })
    done()
  })
  app.addContentTypeParser('application/json', (request, payload, done) => {
    if (Number(request.headers['content-length']) > each) done(bodyTooLarge())
    else gather(payload, (bytes) => take(request, bytes), done)
  })
}

type Done = (error: Error | null, body?: Buffer) => void

/** Where there is no room, what was gathered is let go, and the rest flows by unread. */
function gather(
  payload: IncomingMessage,
  take: (bytes: number) => ServiceError | undefined,
  done: Done
): void {
  const chunks: Buffer[] = []
  const end = (error?: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    if (error) done(error)
    else done(null, Buffer.concat(chunks))
  }
  const onEnd = () => end()
  const onData = (chunk: Buffer) => {
    const refusal = take(chunk.length)
    if (refusal) end(refusal)
    else chunks.push(chunk)
  }
  payload.on('data', onData).on('end', onEnd).on('error', end)
}
