import type { FastifyRequest } from 'fastify'
import * as S from '../../schemas/auth.js'
import type { Deps } from '../deps.js'
import { httpsRequired, ServiceError, unauthorized } from '../errors.js'
import { isAuthenticated, principalByKey, refuseCrossSite } from '../plugins/caller.js'
import { clearSessionCookie, mustBeSecure, setSessionCookie, tokenOf } from '../plugins/session.js'
import { keyOfLogin } from '../services/login.js'
import { closeAllSessions, closeSession, identityOf, liveSession, openSession } from '../services/sessions.js'
import type { App } from './app.js'

const LONGEST_USER_AGENT = 512

/** What a stranger may call: login, logout, and the question whether he is one. */
export function authOpen(app: App, deps: Deps): void {
  app.get('/check', { schema: S.checkSession }, async (request) => ({
    authenticated: await isAuthenticated(deps, request).catch(() => false)
  }))

  app.post('/login', { schema: S.login }, async (request, reply) => {
    if (mustBeSecure(deps, request) && request.protocol !== 'https') throw httpsRequired()
    const { password = request.body.api_key } = request.body
    if (password === undefined)
      throw new ServiceError('invalid', 'password: is required', { code: 'missing_field' })
    const { label, id } = await keyOfLogin(deps, { password, ip: request.ip })
    const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null
    const login = { principal: label, keyId: id, ip: request.ip, userAgent }
    const session = await openSession(deps, login, tokenOf(request))
    setSessionCookie(deps, reply, session)
    return { ok: true, expires_at: session.expiresAt.toISOString() }
  })

  app.post('/logout', { schema: S.logout }, async (request, reply) => {
    if (request.cookies[S.SESSION_COOKIE] !== undefined) refuseCrossSite(request)
    const token = tokenOf(request)
    const principal = request.query.all ? await principalOf(deps, request, token) : undefined
    if (principal !== undefined) await closeAllSessions(deps, principal)
    if (token !== undefined) await closeSession(deps, token)
    clearSessionCookie(deps, reply)
    return { ok: true }
  })
}

/** Whose sessions to close: those of the key that was sent, or the session's own. */
async function principalOf(deps: Deps, request: FastifyRequest, token: string | undefined) {
  if (request.headers.authorization !== undefined) return principalByKey(deps, request)
  return token === undefined ? undefined : (await liveSession(deps, token))?.principal
}

export function auth(app: App, deps: Deps): void {
  app.get('/session', { schema: S.getSession }, (request) => {
    if (!request.caller) throw unauthorized()
    return identityOf(deps, request.caller)
  })
}
