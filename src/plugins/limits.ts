// The rate limit: so many requests per client address and window, over all processes together.
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.js'
import { rateLimited } from '../errors.js'
import { type Admission, openTicketOffice, type TicketOffice } from '../services/tickets.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for what the host and health checks call. */
    limited?: boolean
  }
}

/** What a proxy calls its client may be any text, and a store of many clients holds none that is long. */
const LONGEST_ADDRESS = 64

/** Working a client out of an IPv6 address costs more than all the rest of the limit, so each is done once. */
const MOST_KNOWN_ADDRESSES = 10_000
const clientsByAddress = new Map<string, string>()

/** Whoever has one IPv6 address has its whole network as well: they all are one client. */
export function clientOf(request: FastifyRequest): string {
  // A socket that is closed already has no address.
  const address = request.ip?.slice(0, LONGEST_ADDRESS) ?? ''
  const known = clientsByAddress.get(address)
  if (known !== undefined) return known
  const client = normalizeIP(address)
  if (clientsByAddress.size >= MOST_KNOWN_ADDRESSES) clientsByAddress.clear()
  clientsByAddress.set(address, client)
  return client
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
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.limited === false) return done()
    const held = office.spend(clientOf(request))
    if (held) {
      sendWindow(deps, reply, held)
      return done()
    }
    count(request).then((window) => {
      if (window.isAllowed) return done()
      sendWindow(deps, reply, { remaining: window.remaining, msLeft: window.ttl })
      done(window.isExceeded ? refusal(max, window.ttl) : undefined)
    }, done)
  })
}

function refusal(max: number, msLeft: number): Error {
  return rateLimited(`More than ${max} requests within the window.`, secondsOf(msLeft))
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

type Window = Pick<Admission, 'remaining' | 'msLeft'>

/** Tells how the window stands. */
function sendWindow(deps: Deps, reply: FastifyReply, { remaining, msLeft }: Window): void {
  const { max, windowSeconds } = deps.rateLimit
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((deps.now().getTime() + msLeft) / 1000),
    'ratelimit-policy': `"default";q=${max};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${secondsOf(msLeft)}`
  })
}

/** The package counts upwards; the office says what is left. */
function storeOf(office: TicketOffice, max: number) {
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      office
        .admit(key)
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
