// Who is asking: an API key first; a session only where no Authorization was sent at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../schemas/auth.js'
import type { Deps } from '../deps.js'
import { crossSite, unauthorized } from '../errors.js'
import { type Caller, liveSession, touchSession } from '../services/sessions.js'

export type Access = 'none' | 'key' | 'any'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the route's group; null where the group has none. */
    caller: Caller | null
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

export function registerCaller(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
}

/** Lets a request pass that may use the group, and notes who it is. */
export function guardOf(deps: Deps, access: 'key' | 'any'): Hook {
  return (request, reply, done) => {
    if (request.headers.authorization !== undefined || access === 'key') {
      request.caller = callerByKey(deps, request) ?? null
      done(request.caller ? undefined : unauthorized())
      return
    }
    callerBySession(deps, request, reply).then((caller) => {
      request.caller = caller ?? null
      done(caller ? undefined : unauthorized())
    }, done)
  }
}

/** Whether the request proves itself, without any effect. */
export async function isAuthenticated(deps: Deps, request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization !== undefined) return callerByKey(deps, request) !== undefined
  const token = tokenOf(request)
  return token !== undefined && (await liveSession(deps, token)) !== undefined
}

function callerByKey(deps: Deps, request: FastifyRequest): Caller | undefined {
  const header = request.headers.authorization ?? ''
  if (!/^bearer /i.test(header)) return undefined
  const key = deps.keys.match(header.slice('bearer '.length))
  return key && { method: 'api_key', principal: key.label, session: null }
}

async function callerBySession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<Caller | undefined> {
  const token = tokenOf(request)
  const session = token === undefined ? undefined : await liveSession(deps, token)
  if (!session) return undefined
  if (!SAFE_METHODS.has(request.method)) refuseCrossSite(request)
  const touched = await touchSession(deps, session)
  if (touched !== session) renewCookie(deps, request, reply, touched.expiresAt)
  return { method: 'session', principal: session.principal, session: touched }
}

/** The token of the session cookie, if it bears our signature. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[SESSION_COOKIE]
  if (cookie === undefined) return undefined
  const { valid, value } = request.unsignCookie(cookie)
  return valid ? (value ?? undefined) : undefined
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A browser says where a request comes from; a write with a cookie must come from our own pages. */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const source = request.headers.origin ?? request.headers.referer ?? ''
  const isOurs = URL.canParse(source) && new URL(source).host === request.host
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw crossSite()
}

function renewCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, expires: Date): void {
  reply.setCookie(SESSION_COOKIE, request.cookies[SESSION_COOKIE] ?? '', {
    ...cookieAttributes(deps, request),
    expires
  })
}

/** In production always `Secure`, but for a browser on the very same machine. */
export function cookieAttributes({ production }: Deps, request: FastifyRequest) {
  const secure = request.protocol === 'https' || (production && !isLoopback(request))
  return { path: '/', httpOnly: true, sameSite: 'strict' as const, secure }
}

export function isLoopback(request: FastifyRequest): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname)
}
