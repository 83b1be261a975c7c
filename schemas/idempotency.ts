// The headers by which a request can be repeated.
import { Type } from '@sinclair/typebox'
import { IDEMPOTENCY_KEY } from './common.js'
import type { ErrorCode } from './error-codes.js'

/** As a header arrives. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const REPLAYED_HEADER = 'Idempotent-Replayed'

export const IdempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: IDEMPOTENCY_KEY,
    description:
      'A new random key for each request, such as a UUID. The same request with the same key, within 24 hours, gets the answer of the first and is not carried out again.',
    examples: ['0f8fad5b-d9cb-469f-a165-70867728950e']
  })
)

export const IdempotentReplayed = Type.Literal('true', {
  description: 'Present if this is the stored answer to an earlier request with the same `Idempotency-Key`.'
})

/** What a request with a key may be answered instead. */
export const IDEMPOTENCY_CODES = [
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'idempotency_outcome_unknown'
] as const satisfies readonly ErrorCode[]
