// What is asked for is held by somebody else: no failure, only not now. A job goes back into the queue, a request is told so.
import { retryAfter, ServiceError } from './errors.js'
import { storeFaultOf } from './store.js'

const A_MOMENT_SECONDS = 5

export class HeldByAnother extends ServiceError {
  constructor(what: string) {
    super('unavailable', `${what} is being changed by somebody else. Try again shortly.`, {
      code: 'held',
      ...retryAfter(A_MOMENT_SECONDS)
    })
    this.name = 'HeldByAnother'
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether this is all that stopped the work: asked for again in a moment, it goes on. */
export function isHeld(error: unknown): boolean {
  return error instanceof HeldByAnother || storeFaultOf(error)?.code === LOCK_NOT_AVAILABLE
}
