// The rate limit: so many requests per client address and window, over all processes together.
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.js'
import { rateLimited } from '../errors.js'
import { openTicketOffice, type TicketOffice } from '../services/tickets.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for what the host and health checks call. */
    limited?: boolean
  }
}

export async function registerLimits(app: FastifyInstance, deps: Deps): Promise<void> {
  const office = openTicketOffice(deps)
  app.addHook('onClose', () => office.close())
  await app.register(rateLimit, {
    global: false,
    max: deps.rateLimit.max,
    timeWindow: deps.rateLimit.windowSeconds * 1000,
    store: storeOf(deps, office)
  })
  const check = app.createRateLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limited === false) return
    const result = await check(request)
    if (result.isAllowed) return
    const { max, remaining, ttlInSeconds, isExceeded } = result
    sendHeaders(deps, reply, { remaining, ttlInSeconds })
    if (isExceeded) throw rateLimited(`More than ${max} requests within the window.`, ttlInSeconds)
  })
}

interface WindowState {
  remaining: number
  ttlInSeconds: number
}

function sendHeaders(
  { rateLimit, now }: Deps,
  reply: FastifyReply,
  { remaining, ttlInSeconds }: WindowState
): void {
  const { max, windowSeconds } = rateLimit
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(now().getTime() / 1000) + ttlInSeconds,
    'ratelimit-policy': `"default";q=${max};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${ttlInSeconds}`
  })
}

/** The package counts upwards; the office hands out what is left. */
function storeOf(deps: Deps, office: TicketOffice) {
  const { max } = deps.rateLimit
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      office
        .admit(`ip:${key}`)
        .then(
          ({ admitted, remaining, msLeft }) =>
            done(null, { current: admitted ? max - remaining : max + 1, ttl: msLeft }),
          done
        )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
