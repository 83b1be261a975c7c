// Rejects requests that arrive on open connections while the process stops.
import type { FastifyInstance } from 'fastify'
import { shuttingDown } from '#errors/errors.js'

/** Requests in progress are completed. New ones get an error, so that clients retry elsewhere. */
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
