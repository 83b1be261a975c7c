// What the host's error responses mean, and for how long they apply.

import { isObject } from '#domain/json/path.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { HostError, type HostFailure } from '#errors/host.js'
import type { CooldownReason } from '#schemas/host/host.js'
import { stringAt } from '../payload.js'
import type { CallObstacle, RateBudget } from './budget.js'
import { type HttpResponse, WireFault } from './wire.js'

const PAUSE_MS = 120_000
const AFTER_RESET_MS = 5_000
/** Rate windows last an hour. A longer pause is a mistake and must not silence the service for days. */
const LONGEST_PAUSE_MS = 2 * HOUR_MS
const MAX_MESSAGE_LENGTH = 300

export interface Pause {
  scope: string
  reason: CooldownReason
  until: Date
}

interface RefusalMeaning {
  failure: HostFailure
  message: string
  pause?: Pause
}

/** The rate budget in a response's headers. The reset is read by the host's clock, which may differ from ours. */
export function budgetFromHeaders(
  { headers }: HttpResponse,
  installationId: number,
  now: Date
): RateBudget | undefined {
  const number = (name: string) => numberIn(headers[`x-ratelimit-${name}`])
  const [limit, remaining, reset] = [number('limit'), number('remaining'), number('reset')]
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  const hostNow = Date.parse(headers['date'] ?? '') || now.getTime()
  return {
    installationId,
    resource: (headers['x-ratelimit-resource'] ?? 'core').slice(0, 100),
    remaining,
    limit,
    used: number('used') ?? Math.max(0, limit - remaining),
    resetAt: new Date(now.getTime() + Math.min(reset * 1000 - hostNow, LONGEST_PAUSE_MS)),
    updatedAt: now
  }
}

const LARGEST_INTEGER = 2_147_483_647

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Math.min(Number(text), LARGEST_INTEGER)
}

/** The rate resource that a path draws on, guessed before the host has named it. */
export function resourceOf(path: string): string {
  if (path.endsWith('/graphql')) return 'graphql'
  if (path.includes('/search/code')) return 'code_search'
  return /\/search\/[a-z]+$/.test(path) ? 'search' : 'core'
}

export interface RefusedCall {
  response: HttpResponse
  resource: string
  /** Must not appear in a message, even if the host echoes it. */
  secret: string
  now: Date
}

/** Turns a response of 400 or above into an error, together with the pause that it calls for. */
export function hostErrorOf(refused: RefusedCall): { error: HostError; pause: Pause | undefined } {
  const { failure, message, pause } = classify(refused)
  const { response, now } = refused
  const until = pause && { until: pause.until, retryAfterSeconds: secondsUntil(pause.until, now) }
  const isPlanLimit = response.status === 403 && PLAN_LIMIT.test(message)
  const parts = { hostStatus: response.status, isPlanLimit, ...until }
  return { error: new HostError(failure, message, parts), pause }
}

/** `Upgrade to GitHub Pro or make this repository public to enable this feature.` */
const PLAN_LIMIT = /\bupgrade to\b/i

function classify(refused: RefusedCall): RefusalMeaning {
  const { response, now } = refused
  const { status } = response
  const suffix = messageSuffix(refused)
  const globally = (reason: CooldownReason): Pause => ({
    scope: 'global',
    reason,
    until: new Date(now.getTime() + PAUSE_MS)
  })
  if (status === 401)
    return {
      failure: 'host_token_invalid',
      message: `The host rejects the credential${suffix}`,
      pause: globally('token_invalid')
    }
  if (isLimited(refused))
    return {
      failure: 'host_rate_limited',
      message: `The host asks for a pause${suffix}`,
      pause: limitPauseOf(refused)
    }
  if (status === 403 && /\bsuspended\b/i.test(suffix))
    return {
      failure: 'host_suspended',
      message: 'The installation is suspended.',
      pause: globally('forbidden')
    }
  return {
    failure: finalFailureOf(status),
    message: `The host answered ${status}${suffix}${acceptedPermissions(refused)}`
  }
}

function finalFailureOf(status: number): HostFailure {
  if (status >= 500) return 'host_unavailable'
  if (status === 403) return 'host_forbidden'
  return [404, 410, 451].includes(status) ? 'host_not_found' : 'host_refused'
}

function isLimited({ response: { status, headers, text } }: RefusedCall): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  const isStated = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'
  return isStated || /\bsecondary rate\b|\brate limit exceeded\b/i.test(text.slice(0, 10_000))
}

function limitPauseOf({ response, resource, now }: RefusedCall): Pause {
  const scope = `resource:${response.headers['x-ratelimit-resource'] ?? resource}`
  const after = numberIn(response.headers['retry-after'])
  const inMs = (ms: number) => new Date(now.getTime() + Math.min(ms, LONGEST_PAUSE_MS))
  if (after !== undefined) return { scope, reason: 'rate_limited_retry_after', until: inMs(after * 1000) }
  const budget = budgetFromHeaders(response, 0, now)
  if (budget?.remaining === 0)
    return {
      scope,
      reason: 'rate_exhausted',
      until: inMs(budget.resetAt.getTime() + AFTER_RESET_MS - now.getTime())
    }
  return { scope, reason: 'rate_limited', until: inMs(PAUSE_MS) }
}

/** The host's own message, as the end of a sentence. */
function messageSuffix({ response, secret }: RefusedCall): string {
  const message = messageIn(response.text)
  return message === null ? '.' : `: ${message.replaceAll(secret, '[hidden]').slice(0, MAX_MESSAGE_LENGTH)}`
}

/** The permission sets that the host names in its refusal; any one of them is enough. */
function acceptedPermissions({ response: { status, headers } }: RefusedCall): string {
  const named = headers['x-accepted-github-permissions'] ?? ''
  if (status !== 403 || !/^[a-z_=,; ]{1,300}$/.test(named)) return ''
  const sets = named.split(';').map((set) => set.trim().replaceAll(/, ?/g, ' and '))
  return ` (it asks for ${sets.join(', or ')})`
}

function messageIn(text: string): string | null {
  try {
    const body = JSON.parse(text)
    return isObject(body) ? stringAt(body, 'message') : null
  } catch {
    return null
  }
}

export function hostUnavailable(fault: WireFault): HostError {
  return new HostError('host_unavailable', `The host does not respond: ${fault.message}.`)
}

const WHY_HELD_BACK: Record<CallObstacle['reason'], [HostFailure, string]> = {
  budget: ['host_rate_limited', 'The rate limit of the host is used up, or reserved for more urgent calls'],
  rate_exhausted: ['host_rate_limited', 'The rate limit of the host is used up'],
  rate_limited: ['host_rate_limited', 'The host asked for a pause'],
  rate_limited_retry_after: ['host_rate_limited', 'The host asked for a pause'],
  token_invalid: ['host_token_invalid', 'The host rejected the credential'],
  forbidden: ['host_suspended', 'The installation is suspended']
}

/** The error of a call that was not sent, because it would fail or spend budget reserved for urgent calls. */
export function heldBackError({ reason, until }: CallObstacle, now: Date): HostError {
  const [failure, why] = WHY_HELD_BACK[reason]
  const retryAfterSeconds = secondsUntil(until, now)
  return new HostError(failure, `${why}; calls resume at ${until.toISOString()}.`, {
    until,
    retryAfterSeconds
  })
}

function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
}

/** What a stream or a download that broke off means. */
export function streamFailure(error: unknown): unknown {
  if (!(error instanceof WireFault)) return error
  if (error.kind === 'elsewhere') return new HostError('host_not_found', 'The host no longer has this file.')
  if (error.kind !== 'unsafe') return hostUnavailable(error)
  return new HostError('host_unavailable', `The host redirects to an unsafe address: ${error.message}.`)
}
