// Authenticates the caller: by API key, or by session if the request has no Authorization header.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { crossSite, unauthorized } from '#errors/errors.js'
import { type Caller, liveSession, touchSession } from '#services/accounts/sessions.js'
import type { Access } from '../route-group.js'
import { sessionTokenOf, setSessionCookie } from './session.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the route group; null for groups without one. */
    caller: Caller | null
  }
}

type AuthHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

export function registerCaller(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
}

const WITHOUT_SESSION = 'A valid API key is required. A session is not enough here.'

/** Rejects requests that may not use the group, and stores the caller of the others. */
export function authGuard(deps: Deps, access: Exclude<Access, 'none'>): AuthHook {
  const refusal = () => unauthorized(access === 'key' ? WITHOUT_SESSION : undefined)
  return (request, reply, done) => {
    if (request.headers.authorization !== undefined || access === 'key') {
      request.caller = callerByKey(deps, request) ?? null
      done(request.caller ? undefined : refusal())
      return
    }
    callerBySession(deps, request, reply).then((caller) => {
      request.caller = caller ?? null
      done(caller ? undefined : refusal())
    }, done)
  }
}

/** Whether the request carries a valid credential. Renews no session. */
export async function isAuthenticated(deps: Deps, request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization !== undefined) return keyLabelOf(deps, request) !== undefined
  const token = sessionTokenOf(request)
  return token !== undefined && (await liveSession(deps, token)) !== undefined
}

function callerByKey(deps: Deps, request: FastifyRequest): Caller | undefined {
  const principal = keyLabelOf(deps, request)
  return principal === undefined ? undefined : { method: 'api_key', principal, session: null }
}

/** The label of the API key in the Authorization header, if it is valid. */
export function keyLabelOf({ keys }: Deps, request: FastifyRequest): string | undefined {
  const header = request.headers.authorization ?? ''
  return /^bearer /i.test(header) ? keys.match(header.slice('bearer '.length))?.label : undefined
}

async function callerBySession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<Caller | undefined> {
  const token = sessionTokenOf(request)
  const session = token === undefined ? undefined : await liveSession(deps, token)
  if (token === undefined || !session) return undefined
  if (!SAFE_METHODS.has(request.method)) refuseCrossSite(request)
  const touched = await touchSession(deps, session)
  if (touched !== session) setSessionCookie(deps, reply, { token, expiresAt: touched.expiresAt })
  return { method: 'session', principal: session.principal, session: touched }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Prevents CSRF: a write with a session cookie must come from our own pages. */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const source = request.headers.origin ?? request.headers.referer ?? ''
  const isOurs = URL.canParse(source) && new URL(source).host === request.host
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw crossSite()
}
