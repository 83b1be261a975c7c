// The rate limit: so many requests per client address and window, over all processes together.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.js'
import { rateLimited } from '../errors.js'
import { type Admission, openTicketOffice } from '../services/tickets.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for what the host and health checks call. */
    limited?: boolean
  }
}

export function registerLimits(app: FastifyInstance, deps: Deps): void {
  const office = openTicketOffice(deps)
  app.addHook('onClose', () => office.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.limited === false) {
      done()
      return
    }
    // A socket that is closed already has no address.
    office.admit(request.ip ?? '', (admission) => done(answer(deps, reply, admission)))
  })
}

/** Tells how the window stands; an error when there is nothing left of it. */
function answer(deps: Deps, reply: FastifyReply, { admitted, remaining, msLeft }: Admission) {
  const { max, windowSeconds } = deps.rateLimit
  const seconds = Math.max(1, Math.ceil(msLeft / 1000))
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((deps.now().getTime() + msLeft) / 1000),
    'ratelimit-policy': `"default";q=${max};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`
  })
  return admitted ? undefined : rateLimited(`More than ${max} requests within the window.`, seconds)
}
