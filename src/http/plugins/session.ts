// Dashboard sessions: @fastify/session on our own table, and the session cookie.
import { randomBytes } from 'node:crypto'
import session, { type FastifySessionObject, type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import type { Deps } from '#deps.js'
import { SESSION_COOKIE } from '#schemas/common.js'
import {
  closeSession,
  liveSession,
  openSession,
  SESSION_TTL_MS,
  type SessionLogin
} from '#services/accounts/sessions.js'

declare module 'fastify' {
  interface Session {
    /** The login. Sessions without one are not stored. */
    login?: SessionLogin
  }
}

const TOKEN_BYTES = 32

/** Only for login and logout: other routes merely check whether a session is live. */
export async function registerSession(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(session, {
    secret: deps.sessionSecret,
    cookieName: SESSION_COOKIE,
    store: sessionStore(deps),
    saveUninitialized: false,
    rolling: false,
    idGenerator: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: false, maxAge: SESSION_TTL_MS }
  })
}

function sessionStore(deps: Deps): SessionStore {
  return {
    set: (token, session, done) => void saveLogin(deps, token, session).then(() => done(), done),
    get: (token, done) => void loadLogin(deps, token).then((found) => done(null, found), done),
    destroy: (token, done) => void closeSession(deps, token).then(() => done(), done)
  }
}

async function saveLogin(deps: Deps, token: string, { login }: Session): Promise<void> {
  if (login) await openSession(deps, token, login)
}

async function loadLogin(deps: Deps, token: string): Promise<FastifySessionObject | null> {
  const live = await liveSession(deps, token)
  if (!live) return null
  const { expiresAt, ...login } = live
  // Cast for the plugin, which completes the object that its store returns.
  return {
    login,
    cookie: { originalMaxAge: SESSION_TTL_MS, expires: expiresAt }
  } as unknown as FastifySessionObject
}

/** The token of the session cookie, if its signature is valid. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[SESSION_COOKIE]
  if (cookie === undefined) return undefined
  const { valid, value } = request.unsignCookie(cookie)
  return valid ? value : undefined
}

export interface CookieContent {
  token: string
  expiresAt: Date
}

/** Renews the cookie of a session in use. */
export function setSessionCookie(deps: Deps, reply: FastifyReply, { token, expiresAt }: CookieContent): void {
  const maxAge = Math.round((expiresAt.getTime() - deps.now().getTime()) / 1000)
  reply.setCookie(SESSION_COOKIE, token, { ...cookieAttributes(deps, reply.request), signed: true, maxAge })
}

export function clearSessionCookie(deps: Deps, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, cookieAttributes(deps, reply.request))
}

export function cookieAttributes(deps: Deps, request: FastifyRequest) {
  const secure = request.protocol === 'https' || mustBeSecure(deps, request)
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

/** In production the cookie requires HTTPS, except on the local machine. */
export function mustBeSecure({ production }: Deps, request: FastifyRequest): boolean {
  return production && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname)
}
