// The cookie of a dashboard session: how it is written, read and taken away.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../schemas/auth.js'
import type { Deps } from '../deps.js'

/** The token of the session cookie, if it bears our signature. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[SESSION_COOKIE]
  if (cookie === undefined) return undefined
  const { valid, value } = request.unsignCookie(cookie)
  return valid ? value : undefined
}

export interface CookieContent {
  token: string
  expiresAt: Date
}

export function setSessionCookie(deps: Deps, reply: FastifyReply, { token, expiresAt }: CookieContent): void {
  const maxAge = Math.round((expiresAt.getTime() - deps.now().getTime()) / 1000)
  reply.setCookie(SESSION_COOKIE, token, { ...attributesOf(deps, reply.request), signed: true, maxAge })
}

export function clearSessionCookie(deps: Deps, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, attributesOf(deps, reply.request))
}

function attributesOf(deps: Deps, request: FastifyRequest) {
  const secure = request.protocol === 'https' || mustBeSecure(deps, request)
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

/** In production the cookie never crosses a network in the clear; a browser on the very same machine needs none. */
export function mustBeSecure({ production }: Deps, request: FastifyRequest): boolean {
  return production && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname)
}
