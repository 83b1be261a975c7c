import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { httpsRequired, ServiceError, unauthorized } from '#errors/errors.js'
import { callerOf } from '#http/actor.js'
import { isAuthenticated, keyLabelOf, refuseCrossSite } from '#http/plugins/authentication.js'
import { clientAddressOf, clientKeyOf } from '#http/plugins/client-address.js'
import {
  clearSessionCookie,
  cookieAttributes,
  mustBeSecure,
  registerSession,
  sessionTokenOf
} from '#http/plugins/session.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/accounts/auth.js'
import { SESSION_COOKIE } from '#schemas/common.js'
import { authenticateLogin } from '#services/accounts/login.js'
import { closeAllSessions, endSession, loadIdentity, SESSION_TTL_MS } from '#services/accounts/sessions.js'

const LONGEST_USER_AGENT = 512

/** The public operations: login, logout and the session check. */
async function authOpen(app: App, deps: Deps): Promise<void> {
  app.get('/check', { schema: S.checkSession }, async (request) => ({
    authenticated: await isAuthenticated(deps, request).catch(() => false)
  }))
  await app.register(async (scope: App) => {
    await registerSession(scope, deps)
    addLogin(scope, deps)
    addLogout(scope, deps)
  })
}

function addLogin(app: App, deps: Deps): void {
  app.post('/login', { schema: S.login }, async (request) => {
    if (mustBeSecure(deps, request) && request.protocol !== 'https') throw httpsRequired()
    const { password = request.body.api_key } = request.body
    if (password === undefined)
      throw new ServiceError('invalid', 'password: is required', { code: 'missing_field' })
    const { label, id } = await authenticateLogin(deps, { password, client: clientKeyOf(request) })
    request.session.options(cookieAttributes(deps, request))
    // Prevents session fixation: the login gets a new token, and the previous session of the request ends.
    await request.session.regenerate()
    const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null
    request.session.login = { principal: label, keyId: id, ip: clientAddressOf(request), userAgent }
    return { ok: true, expires_at: new Date(deps.now().getTime() + SESSION_TTL_MS).toISOString() }
  })
}

function addLogout(app: App, deps: Deps): void {
  app.post('/logout', { schema: S.logout }, async (request, reply) => {
    if (request.cookies[SESSION_COOKIE] !== undefined) refuseCrossSite(request)
    const principal = request.query.all ? principalOf(deps, request) : undefined
    if (principal !== undefined) await closeAllSessions(deps, principal)
    if (sessionTokenOf(request) !== undefined) await request.session.destroy()
    clearSessionCookie(deps, reply)
    return { ok: true }
  })
}

/** The principal whose sessions to close: that of the API key in the request, or else of the session. */
function principalOf(deps: Deps, request: FastifyRequest): string | undefined {
  const isKey = request.headers.authorization !== undefined
  if (!isKey) return request.session.login?.principal
  const principal = keyLabelOf(deps, request)
  if (principal === undefined) throw unauthorized()
  return principal
}

function auth(app: App, deps: Deps): void {
  app.get('/session', { schema: S.getSession }, (request) => loadIdentity(deps, callerOf(request)))

  app.delete('/sessions/:id', { schema: S.endSession }, async (request, reply) => {
    const isOwn = await endSession(deps, callerOf(request), request.params.id)
    if (isOwn) clearSessionCookie(deps, reply)
    return { ok: true }
  })
}

export const authOpenGroup: RouteGroup = {
  tag: 'auth',
  about: 'Dashboard sessions.',
  prefix: '/api/auth',
  auth: 'none',
  needsDiskSpace: false,
  schemas: S.schemas,
  plugin: authOpen
}

export const authGroup: RouteGroup = {
  tag: 'auth',
  about: 'Dashboard sessions.',
  prefix: '/api/auth',
  auth: 'any',
  needsDiskSpace: false,
  schemas: [],
  plugin: auth
}
