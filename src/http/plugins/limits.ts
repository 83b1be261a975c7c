// The rate limit per client address and window, across all processes.
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#deps.js'
import { rateLimited } from '#errors/errors.js'
import { type Admission, openRateLimiter, type RateLimiter } from '#services/accounts/rate-limiter.js'
import { clientKeyOf } from './client-address.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for webhooks and health checks. */
    limited?: boolean
  }
}

export async function registerLimits(app: FastifyInstance, deps: Deps): Promise<void> {
  const { max, windowSeconds } = deps.rateLimit
  const limiter = openRateLimiter(deps)
  app.addHook('onClose', () => limiter.close())
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: windowSeconds * 1000,
    keyGenerator: clientKeyOf,
    store: rateLimitStore(limiter, max)
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.limited === false) return done()
    const admission = limiter.spend(clientKeyOf(request))
    if (admission) {
      setRateLimitHeaders(deps, reply, admission)
      return done()
    }
    count(request).then((window) => {
      if (window.isAllowed) return done()
      setRateLimitHeaders(deps, reply, { remaining: window.remaining, msLeft: window.ttl })
      done(window.isExceeded ? limitExceeded(max, window.ttl) : undefined)
    }, done)
  })
}

function limitExceeded(max: number, msLeft: number): Error {
  return rateLimited(
    `The limit of ${max} requests per window is reached. Wait as long as Retry-After says.`,
    secondsOf(msLeft)
  )
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

type Window = Pick<Admission, 'remaining' | 'msLeft'>

function setRateLimitHeaders(deps: Deps, reply: FastifyReply, { remaining, msLeft }: Window): void {
  const { max, windowSeconds } = deps.rateLimit
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((deps.now().getTime() + msLeft) / 1000),
    'ratelimit-policy': `"default";q=${max};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${secondsOf(msLeft)}`
  })
}

/** Adapts our limiter: the package wants the number of requests so far, the limiter knows the remaining ones. */
function rateLimitStore(limiter: RateLimiter, max: number) {
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      limiter
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
