// Retries of failed deliveries, single or in bulk.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, repoFilter, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { getDelivery } from './deliveries.js'

export const DeliveryRetried = closed(
  {
    id: Type.Integer({ description: 'Row id of the delivery.' }),
    delivery_id: Type.String({ description: 'The id that the host gave the delivery.' }),
    state: oneOf(['queued'], { description: 'The delivery is queued.' }),
    job_id: Type.String({ format: 'uuid', description: 'The job that retries it.' })
  },
  { $id: 'DeliveryRetried', description: 'The delivery is queued for a retry.' }
)
export type DeliveryRetried = Static<typeof DeliveryRetried>

/** The number of deliveries that one request retries: the maximum and the default. */
const RETRIED_AT_ONCE = { most: 500, unlessGiven: 100 }
export const RETRIED_UNLESS_GIVEN = RETRIED_AT_ONCE.unlessGiven

const momentParameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-01-31'] }))

export const DeliveryRetryBody = closed(
  {
    state: Type.Optional(
      oneOf(enumeration('RetriableState', ['failed', 'dead']), {
        description: 'Only deliveries in this state; default: both.'
      })
    ),
    event: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only this event.', examples: ['issues'] })
    ),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.')),
    since: momentParameter('Only deliveries received since this date or date-time (UTC).'),
    until: momentParameter('Only those received until the end of this date, or until this date-time (UTC).'),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: RETRIED_AT_ONCE.most,
        description: `Maximum number; default ${RETRIED_AT_ONCE.unlessGiven}.`
      })
    )
  },
  {
    $id: 'DeliveryRetryBody',
    description: 'Which failed deliveries to retry. An empty object means all.'
  }
)

export const DeliveriesRetried = closed(
  {
    id: nullable(Type.Integer(), { description: 'Id of the retry; null if no delivery could be retried.' }),
    progress_url: nullable(Type.String(), {
      description: 'Where its progress can be read; null if there is none.',
      examples: ['/api/deliveries/retries/1']
    }),
    already_running: Type.Boolean({
      description:
        'Whether an earlier request with the same filter is still running. This reply is about it, and nothing new was queued.'
    }),
    message: Type.String({ description: 'What happened, and what to do next.' }),
    retried: count('How many deliveries this retry covers.'),
    remaining: count(
      'How many more match and can be retried with another request when this retry has finished.'
    ),
    without_payload: count(
      'How many match but cannot be retried, because their payload is no longer stored. The platform can redeliver them.'
    )
  },
  { $id: 'DeliveriesRetried', description: 'How many deliveries are retried.' }
)
export type DeliveriesRetried = Static<typeof DeliveriesRetried>

export const DeliveryRetryProgress = closed(
  {
    id: Type.Integer({ description: 'Id of the retry.' }),
    filter: Type.Record(Type.String(), Type.String(), {
      description: 'Which deliveries were asked for, without the limit.'
    }),
    limit: Type.Integer({ description: 'How many it was allowed to retry.' }),
    state: oneOf(enumeration('RetryState', ['running', 'finished']), {
      description: '`finished`: no delivery is left.'
    }),
    total: count('How many deliveries it covers.'),
    done: count('How many of them were processed.'),
    failed: count('How many of them failed again.'),
    left: count('How many of them still wait or are being processed.'),
    dropped: count('How many of them are no longer stored.'),
    created_at: timestamp('When it was requested.')
  },
  { $id: 'DeliveryRetryProgress', description: 'The progress of a retry of many deliveries.' }
)
export type DeliveryRetryProgress = Static<typeof DeliveryRetryProgress>

const unknownDelivery = ref(ErrorBody, { description: 'Delivery not found.' })

export const retryDelivery = operation({
  operationId: 'retryDelivery',
  codes: ['invalid_state', 'payload_gone'],
  summary: 'Retry a failed delivery',
  description:
    'The delivery must be `failed` or `dead`, and its payload must still be stored. Its last error stays visible until the retry ends. A redelivery by the platform has the same effect.',
  params: getDelivery.params,
  response: {
    202: ref(DeliveryRetried),
    404: unknownDelivery,
    409: ref(ErrorBody, {
      description:
        'The delivery has not failed (`invalid_state`), or its payload is no longer stored (`payload_gone`).'
    })
  }
})

export const retryDeliveries = operation({
  operationId: 'retryDeliveries',
  codes: ['invalid_time'],
  summary: 'Retry failed deliveries',
  description:
    'Retries the oldest first, up to a limit. Read the progress at `progress_url`. A second request with the same filter while the first is running starts nothing and returns the first. If `remaining` is not 0, send the request again when the retry has finished.',
  body: ref(DeliveryRetryBody),
  response: { 202: ref(DeliveriesRetried) }
})

export const getDeliveryRetry = operation({
  operationId: 'getDeliveryRetry',
  summary: 'Get the progress of a retry of many deliveries',
  description:
    'Counts the deliveries by their present state. A delivery that fails again and is retried later counts as `left` again.',
  params: Type.Object({
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of the retry.',
      examples: [1]
    })
  }),
  response: {
    200: ref(DeliveryRetryProgress),
    404: ref(ErrorBody, { description: 'Retry not found.' })
  }
})

export const schemas = [DeliveryRetried, DeliveryRetryBody, DeliveriesRetried, DeliveryRetryProgress]
