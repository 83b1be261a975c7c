// Failures of calls to the host.
import { retryAfter, ServiceError } from './errors.js'

/** The failures of a call, each with the kind of error response that it becomes. */
const HOST_FAILURES = {
  host_not_configured: 'unavailable',
  host_unavailable: 'bad_gateway',
  host_not_found: 'not_found',
  host_forbidden: 'bad_gateway',
  host_rate_limited: 'unavailable',
  host_token_invalid: 'bad_gateway',
  host_suspended: 'bad_gateway',
  /** The host rejected the request: a conflict or an invalid value. */
  host_refused: 'conflict'
} as const

export type HostFailure = keyof typeof HOST_FAILURES

interface HostErrorParts {
  /** Calls before this time would fail the same way; jobs are delayed until then. */
  until?: Date
  retryAfterSeconds?: number
  /** The HTTP status of the host's response. */
  hostStatus?: number
  /** The plan of the owner does not include this. */
  isPlanLimit?: boolean
}

/** A failed call to the host. Contains nothing of the request. */
export class HostError extends ServiceError {
  readonly failure: HostFailure
  readonly until: Date | undefined
  readonly hostStatus: number | undefined
  readonly isPlanLimit: boolean

  constructor(failure: HostFailure, message: string, parts: HostErrorParts = {}) {
    const { until, retryAfterSeconds, hostStatus, isPlanLimit = false } = parts
    const wait = retryAfterSeconds === undefined ? {} : retryAfter(retryAfterSeconds)
    super(HOST_FAILURES[failure], message, { code: failure, ...wait })
    this.name = 'HostError'
    this.failure = failure
    this.until = until
    this.hostStatus = hostStatus
    this.isPlanLimit = isPlanLimit
  }
}

/** Whatever is not the host's last word: trying again may help. */
export const isPassingFailure = (error: unknown): boolean =>
  !(error instanceof HostError) ||
  ['host_unavailable', 'host_rate_limited', 'host_token_invalid'].includes(error.failure)

export function hostNotConfigured(): HostError {
  return new HostError(
    'host_not_configured',
    'This requires access to the host. Set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
  )
}

/** An unreadable configuration file may forbid anything, so the work fails. */
export function configUnreadable(): HostError {
  return new HostError('host_unavailable', 'The configuration cannot be read.')
}
