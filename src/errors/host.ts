// What a call of the host can come to, in words.
import { ServiceError } from './errors.js'

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
    'This requires access to the host. Set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
  )
}

/** While a file of a repository cannot be read, nobody knows what it forbids. */
export function configUnreadable(): HostError {
  return new HostError('host_unavailable', 'The configuration cannot be read.')
}
