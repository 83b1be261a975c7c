// Requests that still arrive on open connections while the process stops.
import type { FastifyInstance } from 'fastify'
import { shuttingDown } from '#errors/errors.js'

/** What has begun is answered; what begins now is for another process, or for the next one. */
export function refuseDuringShutdown(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isStopping ? shuttingDown() : undefined)
  })
}
