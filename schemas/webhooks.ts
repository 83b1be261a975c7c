// The intake of the host's webhooks.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, operation, ref } from './common.js'

export const Receipt = closed(
  {
    queued: Type.Boolean({ description: 'True when the delivery is new and has work to do.' }),
    duplicate: Type.Boolean({
      description: 'True when a delivery of this id was already on record; nothing is done twice.'
    }),
    ignored: Type.Boolean({ description: 'True when the delivery is on record and asks for nothing.' }),
    delivery_id: Type.String({ description: 'The id of the delivery, as the host sent it.' }),
    event: Type.String({ description: 'The event, as the host named it.', examples: ['issues'] }),
    action: nullable(Type.String(), {
      description: 'The action within the event, if any.',
      examples: ['opened']
    })
  },
  { $id: 'Receipt', description: 'What became of a delivery at the door. It is on record once this is sent.' }
)
export type Receipt = Static<typeof Receipt>

/** The host's own header names, and the neutral names that mean the same. */
export const INTAKE_HEADERS = {
  event: ['x-github-event', 'x-host-event'],
  delivery: ['x-github-delivery', 'x-host-delivery'],
  signature: ['x-hub-signature-256', 'x-host-signature-256']
} as const

function header(description: string, example: string) {
  return Type.Optional(Type.String({ description, examples: [example] }))
}

const EVENT = 'Name of the event.'
const DELIVERY = 'Unique id of the delivery; a repeated id is not handled again.'
const SIGNATURE = '`sha256=` and the HMAC-SHA256 of the raw body under the webhook secret, in lower-case hex.'

export const receiveWebhook = operation({
  operationId: 'receiveWebhook',
  summary: 'Receive one event of the host',
  description:
    'Verifies the signature over the raw body, records the delivery together with its job, and answers. ' +
    "Event, delivery id and signature are required, each under the host's own header name or its neutral alias.",
  headers: Type.Object({
    'x-github-event': header(EVENT, 'issues'),
    'x-github-delivery': header(DELIVERY, '72d3162e-cc78-11e3-81ab-4c9367dc0958'),
    'x-hub-signature-256': header(
      SIGNATURE,
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    ),
    'x-host-event': header(`${EVENT} Alias of X-GitHub-Event.`, 'issues'),
    'x-host-delivery': header('Alias of X-GitHub-Delivery.', '72d3162e-cc78-11e3-81ab-4c9367dc0958'),
    'x-host-signature-256': header(
      'Alias of X-Hub-Signature-256.',
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    )
  }),
  body: Type.Object(
    {},
    { additionalProperties: true, description: 'The payload of the event. Its raw bytes are what is signed.' }
  ),
  response: { 202: ref(Receipt) }
})

export const schemas = [Receipt]
