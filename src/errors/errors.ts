// The errors of the service. Services throw them; one plugin turns them into responses.
import type { ErrorBody, ErrorCode } from '#schemas/errors.js'

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
  unavailable: 503,
  insufficient_storage: 507
} as const

export type ErrorKind = keyof typeof STATUS_OF

interface ErrorExtras {
  code?: ErrorCode
  details?: NonNullable<ErrorBody['details']>
  headers?: Record<string, string>
  retryAfterSeconds?: number
  trace?: NonNullable<ErrorBody['trace']>
}

export class ServiceError extends Error {
  readonly kind: ErrorKind
  readonly status: number
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(kind: ErrorKind, message: string, extras: ErrorExtras = {}) {
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
  const message =
    'A write with a session cookie must come from a page of this service. Use an API key elsewhere.'
  return new ServiceError('forbidden', message, { code: 'csrf' })
}

export function httpsRequired(): ServiceError {
  return new ServiceError(
    'forbidden',
    'In production, sessions require HTTPS. If a proxy terminates TLS, add its address to TRUST_PROXY.',
    { code: 'https_required' }
  )
}

export function rateLimited(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', message, retryAfter(retryAfterSeconds))
}

export function retryAfter(seconds: number): ErrorExtras {
  return { retryAfterSeconds: seconds, headers: { 'retry-after': String(seconds) } }
}

export function bodyTooLarge(): ServiceError {
  return new ServiceError('too_large', 'The body is larger than this endpoint accepts.')
}

const BUSY_SECONDS = 10

export function serviceBusy(): ServiceError {
  return new ServiceError('unavailable', 'The service is receiving too much data at once. Try again later.', {
    code: 'busy',
    ...retryAfter(BUSY_SECONDS)
  })
}

const RESTART_SECONDS = 5

export function shuttingDown(): ServiceError {
  return new ServiceError('unavailable', 'This process is shutting down. Try again shortly.', {
    code: 'stopping',
    ...retryAfter(RESTART_SECONDS)
  })
}

export function unstorableText(): ServiceError {
  return new ServiceError(
    'invalid',
    'The request contains a character that is not allowed in text, such as U+0000.'
  )
}

export function invalidParameter(path: string, message: string, code: ErrorCode): ServiceError {
  return new ServiceError('invalid', `${path}: ${message}`, { code, details: [{ path, message }] })
}

export function repoNotFound(fullName: string): ServiceError {
  return new ServiceError(
    'not_found',
    `Repository ${fullName} is not known. Check the name, and that the App is installed on it.`,
    { code: 'repo_not_found' }
  )
}

export type FaultDetail = NonNullable<ErrorExtras['details']>[number]

export function invalidConfig(details: readonly FaultDetail[]): ServiceError {
  const [first] = details
  const message = `${first?.path || 'the configuration'}: ${first?.message}`
  return new ServiceError('invalid', message, {
    code: 'invalid_config',
    details: [...details]
  })
}

export function staleVersion(current: number): ServiceError {
  const message = `the current version is ${current}`
  return new ServiceError(
    'conflict',
    `If-Match: ${message}. Read the configuration again, then repeat the change with that version.`,
    {
      code: 'stale_version',
      details: [{ path: 'if-match', message }]
    }
  )
}

export function configEntryNotFound(id: number): ServiceError {
  return new ServiceError(
    'not_found',
    `The history of this repository has no entry ${id}. List the entries with GET …/history.`,
    {
      code: 'config_entry_not_found'
    }
  )
}

export function nothingToRestore(id: number): ServiceError {
  return new ServiceError(
    'invalid',
    `Entry ${id} is a deletion, so there is nothing to restore. Choose an earlier entry.`,
    {
      code: 'nothing_to_restore'
    }
  )
}

export function gateNotFound(name: string): ServiceError {
  return new ServiceError(
    'not_found',
    `No gate "${name}" was created through the API, so it cannot be deleted here. Remove a gate of the file from .service.yml.`,
    {
      code: 'gate_not_found'
    }
  )
}

export function gateContradicts(path: string, message: string): ServiceError {
  return invalidParameter(path, message, 'gate_contradicts_itself')
}

export function tooManyGates(most: number): ServiceError {
  return new ServiceError('conflict', `A repository can have at most ${most} gates. Delete one first.`, {
    code: 'too_many_gates'
  })
}

export function sameRepository(): ServiceError {
  return invalidParameter('live', 'is the same repository as orphan', 'same_repository')
}

export function lowConfidence(reason: string): ServiceError {
  return new ServiceError(
    'invalid',
    `It is not certain that the orphan was left behind: ${reason} Send confirm_low_confidence to continue anyway.`,
    { code: 'low_confidence' }
  )
}

export function auditBroken(seq: number, reason: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The audit trail is broken at entry ${seq} (${reason}), so nothing was signed. Find the cause with GET /api/audit/verify.`,
    { code: 'audit_broken' }
  )
}

export function sealUnverified(date: string, reason: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The seal of the audit export of ${date} cannot be verified (${reason}), so nothing was signed. Find all such seals with GET /api/audit/verify; AUDIT_EXPORT_FORMER_KEYS names keys that signed before, AUDIT_EXPORT_SIGNED_SINCE the first day that was signed.`,
    { code: 'audit_broken' }
  )
}

export function exportChanged(date: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The audit entries of ${date} differ from the export, and the exported file is not on this process. Get the file from the process that wrote it.`,
    { code: 'export_changed' }
  )
}

export function exportNotFound(date: string): ServiceError {
  return new ServiceError(
    'not_found',
    `${date} has not been exported. Export it with POST /api/audit/export.`
  )
}

export function reportNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `Compliance report ${id} does not exist.`)
}

export function mergeUnderWay(): ServiceError {
  return new ServiceError('conflict', 'Another merge is in progress. Try again when it has finished.', {
    code: 'merge_under_way'
  })
}

export function routeNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is nothing at this path. The API is described at /docs/api.')
}

export function methodNotAllowed(allowed: readonly string[]): ServiceError {
  const allow = allowed.join(', ')
  return new ServiceError('method_not_allowed', `This path accepts only ${allow}.`, { headers: { allow } })
}

export function deliveryNotFound(id: string): ServiceError {
  return new ServiceError('not_found', `Delivery ${id} does not exist.`)
}

export function deliveryRetryNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `Retry ${id} does not exist. Retries are kept for 90 days.`)
}

export function deliveryState(id: string, state: string): ServiceError {
  return new ServiceError('conflict', `Delivery ${id} is ${state}. Only failed deliveries can be retried.`, {
    code: 'invalid_state'
  })
}

export function deliveryPayloadGone(id: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The payload of delivery ${id} is no longer stored. Redeliver it from the platform instead.`,
    { code: 'payload_gone' }
  )
}

/** A rule that cannot be parsed or evaluated. The message contains the position. */
export function ruleFault(path: string, message: string): ServiceError {
  const details = [{ path, message }]
  return new ServiceError('invalid', `${path}: ${message}`, { code: 'invalid_rule', details, trace: [] })
}

export function intakeNotConfigured(): ServiceError {
  return new ServiceError(
    'unavailable',
    'Webhooks are rejected because HOST_WEBHOOK_SECRET is not set. Set it and restart the service.',
    {
      code: 'not_configured'
    }
  )
}

export function installationAway(why: 'removed' | 'suspended'): ServiceError {
  return new ServiceError('conflict', `The installation for this repository is ${why}.`, {
    code: `installation_${why}`
  })
}

export function decisionNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `Decision ${id} does not exist.`)
}

export function notReplayable(id: number, why: string): ServiceError {
  return new ServiceError('conflict', `Decision ${id} cannot be replayed: ${why}`, {
    code: 'not_replayable'
  })
}
