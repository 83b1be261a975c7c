// A resource is locked by somebody else. That is no failure: a job returns to the queue, a request gets Retry-After.
import { retryAfter, ServiceError } from './errors.js'
import { storeFaultOf } from './store.js'

const A_MOMENT_SECONDS = 5

export class ResourceLocked extends ServiceError {
  constructor(what: string) {
    super('unavailable', `${what} is being changed by somebody else. Try again shortly.`, {
      code: 'locked',
      ...retryAfter(A_MOMENT_SECONDS)
    })
    this.name = 'ResourceLocked'
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether only a lock stopped the work, so that a retry in a moment can succeed. */
export function isLocked(error: unknown): boolean {
  return error instanceof ResourceLocked || storeFaultOf(error)?.code === LOCK_NOT_AVAILABLE
}
