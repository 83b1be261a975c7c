// Webhook deliveries: lists, details and statistics.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ratio,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { IGNORED_REASONS } from '../host/enums.js'

export const DELIVERY_STATES = enumeration('DeliveryState', [
  'received',
  'queued',
  'processed',
  'ignored',
  'failed',
  'dead'
])
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const deliveryFields = {
  id: Type.Integer({ description: 'Row id of the delivery.' }),
  delivery_id: Type.String({ description: 'The id that the host gave the delivery; unique.' }),
  event_name: Type.String({ description: 'Which event was delivered.', examples: ['issues'] }),
  action: nullable(Type.String(), {
    description: 'What happened to the subject, if the event says so.',
    examples: ['opened']
  }),
  repo: nullable(Type.String(), {
    description: 'Full name of the repository at the moment of receipt.',
    examples: ['octo-org/hello-world']
  }),
  repo_id: nullable(Type.Integer(), { description: "The host's id of the repository." }),
  installation_id: nullable(Type.Integer(), { description: "The host's id of the installation." }),
  state: oneOf(DELIVERY_STATES, { description: 'State of the delivery.' }),
  processed: Type.Boolean({ description: 'True if all of its work is done, or there was none.' }),
  error: nullable(Type.String(), { description: 'Why the last attempt failed; null after a success.' }),
  attempts: count('Number of attempts.'),
  received_at: timestamp('When it arrived.'),
  processed_at: nullable(timestamp('When its work was done.')),
  duration_ms: nullable(Type.Integer(), { description: 'Milliseconds from receipt to completion.' }),
  duplicate_count: count('Number of redeliveries by the host.'),
  last_duplicate_at: nullable(timestamp('When it was last redelivered.'))
}

export const Delivery = closed(deliveryFields, { $id: 'Delivery', description: 'One webhook delivery.' })
export type Delivery = Static<typeof Delivery>

export const JOB_STATES = enumeration('JobState', [
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
])
export type JobState = (typeof JOB_STATES)[number]

export const DeliveryJob = closed(
  {
    queue: Type.String({ description: 'The queue that holds the job.' }),
    name: Type.String({ description: 'The kind of the job.' }),
    state: oneOf(JOB_STATES, { description: 'State of the job.' }),
    attempts: count('Number of attempts.'),
    error: nullable(Type.String(), { description: 'Why its last attempt failed.' })
  },
  { $id: 'DeliveryJob', description: 'A job started by a delivery.' }
)

/** Why a value of a payload was corrected or left out. */
export const CORRECTION_REASONS = enumeration('CorrectionReason', [
  'moment_ahead',
  'not_a_moment',
  'not_a_number',
  'too_long'
])
export const MOST_CORRECTIONS = 20

export const Correction = closed(
  {
    path: Type.String({
      description: 'Where it is in the payload, as a JSON pointer.',
      examples: ['/issue/updated_at']
    }),
    reason: oneOf(CORRECTION_REASONS, {
      description:
        'Why: `moment_ahead` is more than a day after the receipt, and counts as the moment of receipt; ' +
        '`not_a_moment` and `not_a_number` (these begin with 1) are left out, and so is whatever cannot be told without ' +
        'them; `too_long` was cut.'
    })
  },
  { $id: 'Correction', description: 'A value of the payload that the mirror changed or dropped.' }
)
export type Correction = Static<typeof Correction>

export const DeliveryDetail = closed(
  {
    ...deliveryFields,
    payload: nullable(Type.Object({}, { additionalProperties: true }), {
      description: 'What the host sent, without its secrets; kept for 14 days, then null.'
    }),
    payload_sha256: Type.String({
      description: 'SHA-256 of the bytes that arrived, kept as long as the row.'
    }),
    ignored_because: nullable(
      oneOf(IGNORED_REASONS, {
        description:
          'Why there was nothing to do: `ping` only tests the webhook; `event_not_handled` is an event that the service ' +
          'does not know; `action_not_handled` is an action that it has no use for; `no_repository` is an event outside ' +
          'of any repository; `incomplete_payload` lacks the id or the name of its subject. Null unless it was ignored.'
      })
    ),
    rules_at: nullable(timestamp('When the custom rules of its repository ran for it.')),
    skipped_by: nullable(Type.String(), {
      description: 'The rule that matched with a `skip` step, so that nothing else is done.'
    }),
    corrections: Type.Array(ref(Correction), {
      description: 'Values of the payload that were changed or dropped; empty until it is processed.',
      maxItems: MOST_CORRECTIONS
    }),
    jobs: Type.Array(ref(DeliveryJob), { description: 'The jobs started by the delivery.' })
  },
  { $id: 'DeliveryDetail', description: 'One webhook delivery with its payload and its jobs.' }
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

const DeliveryGap = closed({
  from: timestamp('When the host sent the first of them.'),
  until: timestamp('When it sent the last.'),
  missed: count('Number of deliveries in between that had not arrived.'),
  found_at: timestamp("When the gap was found and filled from the host's log.")
})

export const DeliveryStats = closed(
  {
    total: count('Deliveries on record.'),
    processed_ok: count('Deliveries that are done, or needed no processing.'),
    errors: count('Those whose last attempt failed.'),
    last_1h: count('Received within the last hour.'),
    last_24h: count('Received within the last 24 hours.'),
    last_7d: count('Received within the last 7 days.'),
    last_30d: count('Received within the last 30 days.'),
    active_repos: count('Number of repositories named by deliveries on record.'),
    earliest: nullable(timestamp('When the oldest one arrived.')),
    latest: nullable(timestamp('When the newest one arrived.')),
    error_rate: nullable(ratio('errors / total; null without deliveries.')),
    checked_until: nullable(
      timestamp(
        "Everything the host sent until then has arrived or was fetched; null while the host's log is not read."
      )
    ),
    gaps: Type.Array(DeliveryGap, { description: 'The last ten gaps, newest first.' }),
    events_per_hour: Type.Number({ minimum: 0, description: 'last_24h / 24, with one decimal.' })
  },
  { $id: 'DeliveryStats', description: 'Delivery counts.' }
)
export type DeliveryStats = Static<typeof DeliveryStats>

const EventCount = closed({
  event_name: Type.String({ description: 'The event.', examples: ['issues'] }),
  count: count('Number of deliveries.'),
  errors: count('How many of them failed at their last attempt.'),
  last_received: timestamp('When the newest one arrived.')
})
export const EventCounts = closed(
  { events: Type.Array(EventCount, { description: 'One row per event, most frequent first.' }) },
  { $id: 'DeliveryEventCounts', description: 'Deliveries by event.' }
)
export type EventCounts = Static<typeof EventCounts>

const TimelineDay = closed({
  date: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  total: count('Deliveries received on that day.'),
  errors: count('Those of them whose last attempt failed.'),
  processed: count('Those of them whose work is done.')
})
export const DeliveryTimeline = closed(
  {
    timeline: Type.Array(TimelineDay, {
      description: 'One row per day, oldest first, days without deliveries included.'
    }),
    days: Type.Integer({ description: 'How many days it covers.' })
  },
  { $id: 'DeliveryTimeline', description: 'Deliveries by day.' }
)
export type DeliveryTimeline = Static<typeof DeliveryTimeline>

export const listDeliveries = operation({
  operationId: 'listDeliveries',
  codes: ['invalid_time'],
  summary: 'List webhook deliveries, newest first',
  description:
    'Each event that the platform sent is one delivery, with what became of it. Duplicates of a delivery are counted, not listed again.',
  querystring: closed({
    ...pagingQuery(),
    event: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only this event.', examples: ['issues'] })
    ),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.')),
    status: Type.Optional(
      oneOf(enumeration('DeliveryResult', ['ok', 'error']), {
        description: '`error`: the last attempt failed; `ok`: it did not.'
      })
    ),
    state: Type.Optional(
      oneOf(orAll(DELIVERY_STATES), {
        default: 'all',
        description: 'Only deliveries in this state.'
      })
    ),
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Only deliveries received since this date or date-time (UTC).',
        examples: ['2026-01-31']
      })
    )
  }),
  response: { 200: paged(ref(Delivery), 'The deliveries of the page.') }
})
export type DeliveryQuery = Static<typeof listDeliveries.querystring>

export const getDeliveryStats = operation({
  operationId: 'getDeliveryStats',
  summary: 'Count deliveries',
  description: 'How many deliveries are in each state, and how long they took.',
  response: { 200: ref(DeliveryStats) }
})

export const getDeliveryEvents = operation({
  operationId: 'getDeliveryEvents',
  summary: 'Count deliveries by event',
  description: 'One row for each kind of event that has arrived.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90,
        description: 'Number of days to count, today included; default: all on record.'
      })
    )
  }),
  response: { 200: ref(EventCounts) }
})

export const getDeliveryTimeline = operation({
  operationId: 'getDeliveryTimeline',
  summary: 'Count deliveries by day',
  description: 'One row for each UTC day, days without deliveries included.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'Number of days, today included.' })
    )
  }),
  response: { 200: ref(DeliveryTimeline) }
})

export const getDelivery = operation({
  operationId: 'getDelivery',
  summary: 'Get a delivery with its payload and jobs',
  description: 'The payload is as it was stored: secrets are redacted before that.',
  params: Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The `delivery_id` assigned by the host, or the numeric row id. The former takes precedence.',
      examples: ['72d3162e-cc78-11e3-81ab-4c9367dc0958']
    })
  }),
  response: { 200: ref(DeliveryDetail) }
})

export const schemas = [
  Delivery,
  DeliveryJob,
  Correction,
  DeliveryDetail,
  DeliveryStats,
  EventCounts,
  DeliveryTimeline
]
