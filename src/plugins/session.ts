// Opening and closing of dashboard sessions with @fastify/session, over our own table.

import { randomBytes } from 'node:crypto'
import session, { type FastifySessionObject, type SessionStore } from '@fastify/session'
import type { FastifyInstance, Session } from 'fastify'
import { SESSION_COOKIE } from '../../schemas/auth.js'
import type { Deps } from '../deps.js'
import { closeSession, liveSession, openSession, SESSION_TTL_MS } from '../services/sessions.js'

declare module 'fastify' {
  interface Session {
    principal?: string
    keyId?: string
    ip?: string
    userAgent?: string
  }
}

const TOKEN_BYTES = 32

/** For the scope of login and logout only: every other route just asks whether a session is live. */
export async function registerSession(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(session, {
    secret: deps.sessionSecret,
    cookieName: SESSION_COOKIE,
    store: storeOf(deps),
    saveUninitialized: false,
    rolling: false,
    idGenerator: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: false, maxAge: SESSION_TTL_MS }
  })
}

function storeOf(deps: Deps): SessionStore {
  return {
    set(token, session, done) {
      save(deps, token, session).then(() => done(), done)
    },
    get(token, done) {
      load(deps, token).then((found) => done(null, found), done)
    },
    destroy(token, done) {
      closeSession(deps, token).then(() => done(), done)
    }
  }
}

/** A session that nobody has logged into is not worth keeping. */
async function save(deps: Deps, token: string, { principal, keyId, ip, userAgent }: Session): Promise<void> {
  if (principal === undefined || keyId === undefined) return
  await openSession(deps, { token, principal, keyId, ip: ip ?? null, userAgent: userAgent ?? null })
}

async function load(deps: Deps, token: string): Promise<FastifySessionObject | null> {
  const found = await liveSession(deps, token)
  if (!found) return null
  const { principal, keyId, expiresAt } = found
  // The border to the plugin, which completes what its store returns.
  return {
    principal,
    keyId,
    cookie: { originalMaxAge: SESSION_TTL_MS, expires: expiresAt }
  } as FastifySessionObject
}
