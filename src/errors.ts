// Everything that can go wrong in words: services throw these, one plugin turns them into replies.
import type { ErrorBody } from '../schemas/common.js'

const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  bad_gateway: 502,
  unavailable: 503
} as const

export type ErrorKind = keyof typeof STATUS_OF

interface Extras {
  code?: string
  details?: NonNullable<ErrorBody['details']>
  headers?: Record<string, string>
  retryAfterSeconds?: number
  trace?: NonNullable<ErrorBody['trace']>
}

export class ServiceError extends Error {
  readonly kind: ErrorKind
  readonly status: number
  readonly code: string
  readonly extras: Extras

  constructor(kind: ErrorKind, message: string, extras: Extras = {}) {
    super(message)
    this.name = 'ServiceError'
    this.kind = kind
    this.status = STATUS_OF[kind]
    this.code = extras.code ?? kind
    this.extras = extras
  }
}

export function unauthorized(message = 'A valid API key or session is required.'): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
}

export function crossSite(): ServiceError {
  return new ServiceError(
    'forbidden',
    'A write with a session cookie must come from a page of this service.',
    {
      code: 'csrf'
    }
  )
}

export function httpsRequired(): ServiceError {
  return new ServiceError(
    'forbidden',
    'In production a session is only opened over https. Behind a proxy that ends TLS, name the proxy in TRUST_PROXY.',
    { code: 'https_required' }
  )
}

export function rateLimited(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', message, retryAfter(retryAfterSeconds))
}

function retryAfter(seconds: number): Extras {
  return { retryAfterSeconds: seconds, headers: { 'retry-after': String(seconds) } }
}

export function bodyTooLarge(): ServiceError {
  return new ServiceError('too_large', 'The body is larger than this path accepts.')
}

const BUSY_SECONDS = 10

export function busy(): ServiceError {
  return new ServiceError('unavailable', 'More is being sent at once than this process has room for.', {
    code: 'busy',
    ...retryAfter(BUSY_SECONDS)
  })
}

export function invalidParameter(path: string, message: string, code: string): ServiceError {
  return new ServiceError('invalid', `${path}: ${message}`, { code, details: [{ path, message }] })
}

export function repoNotFound(owner: string, name: string): ServiceError {
  return new ServiceError('not_found', `No repository ${owner}/${name} is known.`, { code: 'repo_not_found' })
}

export type Fault = NonNullable<Extras['details']>[number]

export function invalidConfig(details: readonly Fault[]): ServiceError {
  const [first] = details
  const message = `${first?.path || 'the configuration'}: ${first?.message}`
  return new ServiceError('invalid', message, {
    code: 'invalid_config',
    details: details.map(({ path, message }) => ({ path, message }))
  })
}

export function staleVersion(current: number): ServiceError {
  const message = `the current version is ${current}`
  return new ServiceError('conflict', `If-Match: ${message}; read it and try again.`, {
    code: 'stale_version',
    details: [{ path: 'if-match', message }]
  })
}

export function configEntryNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `The history of this repository has no entry ${id}.`, {
    code: 'config_entry_not_found'
  })
}

export function nothingToRestore(id: number): ServiceError {
  return new ServiceError('invalid', `Entry ${id} is a deletion: nothing was set after it.`, {
    code: 'nothing_to_restore'
  })
}

export function sameRepository(): ServiceError {
  return invalidParameter('live', 'is the same repository as orphan', 'same_repository')
}

export function lowConfidence(reason: string): ServiceError {
  return new ServiceError(
    'invalid',
    `It is not certain that the orphan was left behind: ${reason} Send confirm_low_confidence to merge it all the same.`,
    { code: 'low_confidence' }
  )
}

export function mergeUnderWay(): ServiceError {
  return new ServiceError('conflict', 'Another merge is under way; try again when it is over.', {
    code: 'merge_under_way'
  })
}

export function routeNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is nothing at this path.')
}

export function methodNotAllowed(allowed: readonly string[]): ServiceError {
  const allow = allowed.join(', ')
  return new ServiceError('method_not_allowed', `This path answers ${allow}.`, { headers: { allow } })
}

export function deliveryNotFound(id: string): ServiceError {
  return new ServiceError('not_found', `There is no delivery ${id}.`)
}

/** A rule that cannot be read or run; its place is told in the words. */
export function ruleFault(path: string, message: string): ServiceError {
  const details = [{ path, message }]
  return new ServiceError('invalid', `${path}: ${message}`, { code: 'invalid_rule', details, trace: [] })
}

export function waiverNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `There is no waiver ${id} that holds.`, { code: 'waiver_not_found' })
}

export function intakeNotConfigured(): ServiceError {
  return new ServiceError('unavailable', 'Webhooks are not accepted until HOST_WEBHOOK_SECRET is set.', {
    code: 'not_configured'
  })
}

export function databaseIsNewer(applied: number, available: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `The database is newer than this version of the service: it has seen ${applied} migrations, this version knows ${available}. Start the version that used it last, or a later one.`
  )
}

export function installationAway(why: 'removed' | 'suspended'): ServiceError {
  return new ServiceError('conflict', `The installation that sees this repository is ${why}.`, {
    code: `installation_${why}`
  })
}

/** What a call of the host can come to, each with the kind of reply that it makes. */
const HOST_FAILURES = {
  host_not_configured: 'unavailable',
  host_unavailable: 'bad_gateway',
  host_not_found: 'not_found',
  host_forbidden: 'bad_gateway',
  host_rate_limited: 'unavailable',
  host_token_invalid: 'bad_gateway',
  host_suspended: 'bad_gateway',
  /** The host understood and would not: a conflict, or a value that it does not take. */
  host_refused: 'conflict'
} as const

export type HostFailure = keyof typeof HOST_FAILURES

interface HostErrorParts {
  /** Until when a further call would fare the same; a job is best delayed until then. */
  until?: Date
  retryAfterSeconds?: number
  /** The status that the host answered. */
  hostStatus?: number
}

/** A call of the host failed; nothing of what it carried is in here. */
export class HostError extends ServiceError {
  readonly failure: HostFailure
  readonly until: Date | undefined
  readonly hostStatus: number | undefined

  constructor(failure: HostFailure, message: string, parts: HostErrorParts = {}) {
    const { until, retryAfterSeconds, hostStatus } = parts
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    super(HOST_FAILURES[failure], message, { code: failure, headers })
    this.name = 'HostError'
    this.failure = failure
    this.until = until
    this.hostStatus = hostStatus
  }
}

export function hostNotConfigured(): HostError {
  return new HostError(
    'host_not_configured',
    'This needs the host: set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
  )
}
