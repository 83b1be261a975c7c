import type { FastifyRequest } from 'fastify'
import * as S from '../../schemas/auth.js'
import type { Deps } from '../deps.js'
import { httpsRequired, ServiceError, unauthorized } from '../errors.js'
import { cookieAttributes, isAuthenticated, isLoopback, refuseCrossSite, tokenOf } from '../plugins/caller.js'
import { registerSession } from '../plugins/session.js'
import { keyOfLogin } from '../services/login.js'
import { closeAllSessions, identityOf, SESSION_TTL_MS } from '../services/sessions.js'
import type { App } from './app.js'

/** What a stranger may call: login, logout, and the question whether he is one. */
export async function authOpen(app: App, deps: Deps): Promise<void> {
  app.get('/check', { schema: S.checkSession }, async (request) => ({
    authenticated: await isAuthenticated(deps, request).catch(() => false)
  }))
  await app.register(async (scope: App) => {
    await registerSession(scope, deps)
    registerLogin(scope, deps)
    registerLogout(scope, deps)
  })
}

function registerLogin(app: App, deps: Deps): void {
  app.post('/login', { schema: S.login }, async (request) => {
    if (deps.production && request.protocol !== 'https' && !isLoopback(request)) throw httpsRequired()
    const password = request.body.password ?? request.body.api_key
    if (password === undefined)
      throw new ServiceError('invalid', 'password: is required', { code: 'missing_field' })
    const { label, id } = await keyOfLogin(deps, { password, ip: request.ip })
    request.session.options(cookieAttributes(deps, request))
    // A session that the request already has is revoked; the token is always new.
    if (request.session.principal !== undefined) await request.session.regenerate()
    request.session.principal = label
    request.session.keyId = id
    request.session.ip = request.ip
    const userAgent = request.headers['user-agent']
    if (userAgent !== undefined) request.session.userAgent = userAgent.slice(0, 512)
    return { ok: true, expires_at: new Date(deps.now().getTime() + SESSION_TTL_MS).toISOString() }
  })
}

function registerLogout(app: App, deps: Deps): void {
  app.post('/logout', { schema: S.logout }, async (request, reply) => {
    if (request.cookies[S.SESSION_COOKIE] !== undefined) refuseCrossSite(request)
    const principal = principalOf(deps, request)
    if (request.query.all && principal !== undefined) await closeAllSessions(deps, principal)
    if (tokenOf(request) !== undefined) await request.session.destroy()
    reply.clearCookie(S.SESSION_COOKIE, cookieAttributes(deps, request))
    return { ok: true }
  })
}

/** Whose sessions to close: the session's own, or those of the key that was sent. */
function principalOf(deps: Deps, request: FastifyRequest): string | undefined {
  const bearer = request.headers.authorization?.replace(/^bearer /i, '')
  return bearer === undefined ? request.session.principal : deps.keys.match(bearer)?.label
}

export function auth(app: App, deps: Deps): void {
  app.get('/session', { schema: S.getSession }, (request) => {
    if (!request.caller) throw unauthorized()
    return identityOf(deps, request.caller)
  })
}
