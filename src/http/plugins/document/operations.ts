// Completes the schema of every operation: tag, security, ETag, key for repetitions and error responses.
import type { FastifySchema, RouteOptions } from 'fastify'
import { closed } from '#schemas/common.js'
import { codesOfStatus, ErrorBody, type ErrorCode, statusesOf } from '#schemas/errors.js'
import type { RouteGroup } from '../../route-group.js'
import { isRead } from '../caching/conditional.js'
import { needsDiskSpace } from '../disk-space.js'
import { codesByStatus } from './error-codes.js'
import { keyedReplies, takesKey, withKey } from './keyed-operations.js'
import { SECURITY_OF } from './openapi.js'

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The API key or session is missing or invalid.',
  403: 'The request is not allowed.',
  404: 'Not found.',
  409: 'The present state does not allow this.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests. Wait as long as Retry-After says.',
  500: 'Internal error.',
  502: 'The host does not answer, or refuses.',
  503: 'A required component does not respond, or is not configured.',
  507: 'The disk of the embedded database is almost full. Free some space; the service then continues by itself.'
}

/** Refuses all parameters: one that is passed over would leave the caller with what was not asked for. */
const NO_PARAMETERS = closed({})

/** These errors pass, and say when. */
const IS_PASSING = new Set<number | boolean>([429, 503])
const RETRY_AFTER = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before the next request.' }
}

export function completeSchema(route: RouteOptions, group: RouteGroup): void {
  if (group.limited === false) route.config = { ...route.config, limited: false }
  if (group.needsDiskSpace === false) route.config = { ...route.config, needsDiskSpace: false }
  const { response, codes = [], ...schema }: FastifySchema = route.schema ?? {}
  const isKeyed = takesKey(route.method, group)
  const statuses = new Set([...errorStatuses(route, group), ...codes.flatMap(statusesOf)])
  const replies: Record<number, unknown> = {
    ...errorReplies([...statuses], codes),
    // The operation's own description of an error takes precedence.
    ...(isRead(route.method) && isConditional(group) ? conditionalReplies(response) : (response as object))
  }
  route.schema = {
    ...(group.prefix.startsWith('/api/') ? { querystring: NO_PARAMETERS } : {}),
    ...schema,
    ...(isKeyed ? { headers: withKey(schema.headers) } : {}),
    tags: [group.tag],
    security: SECURITY_OF[group.auth],
    codesByStatus: codesByStatus(Object.keys(replies).map(Number), codes, { isKeyed }),
    response: isKeyed ? keyedReplies(replies, RETRY_AFTER) : replies
  }
}

/** Whether reads of the group carry an ETag: those of the API do, those for operators and streams do not. */
export function isConditional({ prefix, isStream }: RouteGroup): boolean {
  return prefix.startsWith('/api/') && isStream !== true
}

const ETag = { type: 'string', description: 'Identifies this response body; send it as If-None-Match.' }

function conditionalReplies(response: unknown): Record<number, unknown> {
  // Cast for the framework, which leaves the type of responses open.
  const replies = response as { 200: { headers?: Record<string, unknown> } }
  return {
    ...replies,
    200: { ...replies[200], headers: { ETag, ...replies[200].headers } },
    304: {
      type: 'null',
      description: 'The body that If-None-Match names has not changed.',
      headers: { ETag }
    }
  }
}

function errorStatuses(route: RouteOptions, group: RouteGroup): number[] {
  const { auth, limited } = group
  const isWrite = !isRead(route.method)
  return [
    400,
    (auth !== 'none' || isWrite) && 401,
    isWrite && 403,
    route.url.includes(':') && 404,
    takesKey(route.method, group) && 409,
    isWrite && 413,
    isWrite && 415,
    limited !== false && 429,
    500,
    503,
    needsDiskSpace(route.method, route.config) && 507
  ].filter((status) => status !== false)
}

function errorReplies(statuses: readonly number[], codes: readonly ErrorCode[]): Record<number, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        $ref: `${ErrorBody.$id}#`,
        description: descriptionOf(status, codes),
        ...(IS_PASSING.has(status) ? { headers: RETRY_AFTER } : {})
      }
    ])
  )
}

function descriptionOf(status: number, codes: readonly ErrorCode[]): string {
  if (codesOfStatus(status, codes).join() === 'repo_not_found') return 'Repository not found.'
  const words = STATUS_DESCRIPTIONS[status]
  if (words === undefined) throw new Error(`no operation answers ${status}: declare no code of that status`)
  return words
}
