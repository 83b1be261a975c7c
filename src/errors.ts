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

export function repoNotFound(fullName: string): ServiceError {
  return new ServiceError('not_found', `No repository ${fullName} is known.`, { code: 'repo_not_found' })
}

export type Fault = NonNullable<Extras['details']>[number]

export function invalidConfig(details: readonly Fault[]): ServiceError {
  const [first] = details
  const message = `${first?.path || 'the configuration'}: ${first?.message}`
  return new ServiceError('invalid', message, {
    code: 'invalid_config',
    details: [...details]
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

export function gateNotFound(name: string): ServiceError {
  return new ServiceError('not_found', `There is no gate ${name} that was made by the API.`, {
    code: 'gate_not_found'
  })
}

export function gateContradicts(path: string, message: string): ServiceError {
  return invalidParameter(path, message, 'gate_contradicts_itself')
}

export function tooManyGates(most: number): ServiceError {
  return new ServiceError('conflict', `A repository has ${most} gates at most; delete one first.`, {
    code: 'too_many_gates'
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

export function auditBroken(seq: number, reason: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The audit trail is broken at ${seq} (${reason}): nothing is signed over it.`,
    { code: 'audit_broken' }
  )
}

export function exportChanged(date: string): ServiceError {
  return new ServiceError(
    'conflict',
    `What the audit trail holds of ${date} is not what was exported, and the exported file is not here.`,
    { code: 'export_changed' }
  )
}

export function exportNotFound(date: string): ServiceError {
  return new ServiceError('not_found', `${date} has not been exported.`)
}

export function reportNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `There is no compliance report ${id}.`)
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

export function decisionNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `There is no decision ${id}.`)
}

export function notReplayable(id: number, why: string): ServiceError {
  return new ServiceError('conflict', `Decision ${id} cannot be made again: ${why}`, {
    code: 'not_replayable'
  })
}

export function actionNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `There is no action ${id}.`)
}

export function actionState(id: number, status: string, what: string): ServiceError {
  return new ServiceError('conflict', `Action ${id} is ${status}; it cannot be ${what}.`, {
    code: 'invalid_state'
  })
}

export function actionRetriedAlready(id: number, child: number): ServiceError {
  return new ServiceError('conflict', `Action ${id} is tried again by action ${child}.`, {
    code: 'invalid_state'
  })
}

export function actionRetryLimit(id: number, most: number): ServiceError {
  return new ServiceError('conflict', `Action ${id} was tried again ${most} times, which is the limit.`, {
    code: 'retry_limit'
  })
}
