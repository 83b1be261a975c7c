// Errors about callers: their sessions, and the keys under which they repeat requests.
import { retryAfter, ServiceError } from './errors.js'

export function sessionNotFound(id: string): ServiceError {
  return new ServiceError('not_found', `Your key has no live session ${id}. It may have ended already.`, {
    code: 'session_not_found'
  })
}

export function idempotencyKeyReused(): ServiceError {
  return new ServiceError(
    'conflict',
    'Another request was sent with this Idempotency-Key within the last 24 hours. Use a new key for each request, and the same key only to repeat exactly that one.',
    { code: 'idempotency_key_reused' }
  )
}

const WORKING_SECONDS = 2

export function idempotencyKeyInUse(): ServiceError {
  return new ServiceError(
    'conflict',
    'The first request with this Idempotency-Key is still being worked on. Repeat it in a moment to get its answer.',
    { code: 'idempotency_key_in_use', ...retryAfter(WORKING_SECONDS) }
  )
}

export function idempotencyOutcomeUnknown(): ServiceError {
  return new ServiceError(
    'conflict',
    'The answer to the first request with this Idempotency-Key is not known: the service stopped while it worked on it, or could not keep or read the answer. Look whether the request was carried out; if it was not, ask again with a new key.',
    { code: 'idempotency_outcome_unknown' }
  )
}
