// The rate limit: so many requests per client address and window, over all processes together.
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.js'
import { rateLimited } from '../errors.js'
import { openTicketOffice, type TicketOffice } from '../services/tickets.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for what the host and health checks call. */
    limited?: boolean
  }
}

/** What a proxy calls its client may be any text, and a store of many clients holds none that is long. */
const LONGEST_ADDRESS = 64

/** Whoever has one IPv6 address has its whole network as well: they all are one client. */
export function clientOf(request: FastifyRequest): string {
  // A socket that is closed already has no address.
  return normalizeIP(request.ip?.slice(0, LONGEST_ADDRESS) ?? '')
}

export async function registerLimits(app: FastifyInstance, deps: Deps): Promise<void> {
  const { max, windowSeconds } = deps.rateLimit
  const office = openTicketOffice(deps)
  app.addHook('onClose', () => office.close())
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: windowSeconds * 1000,
    keyGenerator: clientOf,
    store: storeOf(office, max)
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limited === false) return
    const window = await count(request)
    if (window.isAllowed) return
    const seconds = Math.max(1, window.ttlInSeconds)
    sendWindow(deps, reply, { remaining: window.remaining, seconds, msLeft: window.ttl })
    if (window.isExceeded) throw rateLimited(`More than ${max} requests within the window.`, seconds)
  })
}

interface WindowState {
  remaining: number
  seconds: number
  msLeft: number
}

/** Tells how the window stands. */
function sendWindow(deps: Deps, reply: FastifyReply, { remaining, seconds, msLeft }: WindowState): void {
  const { max, windowSeconds } = deps.rateLimit
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((deps.now().getTime() + msLeft) / 1000),
    'ratelimit-policy': `"default";q=${max};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`
  })
}

/** The package counts upwards; the office says what is left. */
function storeOf(office: TicketOffice, max: number) {
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      office.admit(key, ({ admitted, remaining, msLeft }) =>
        done(null, { current: admitted ? max - remaining : max + 1, ttl: msLeft })
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
