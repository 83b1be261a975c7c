// The webhook intake.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, operation, ref } from '../common.js'

export const Receipt = closed(
  {
    queued: Type.Boolean({
      description: 'True if the delivery is queued: it is new, or it had failed and is retried.'
    }),
    duplicate: Type.Boolean({
      description:
        'True if a delivery with this id was already recorded and had not failed; it is not processed again.'
    }),
    ignored: Type.Boolean({ description: 'True if the delivery was recorded and needs no processing.' }),
    delivery_id: Type.String({ description: 'The id of the delivery, as the host sent it.' }),
    event: Type.String({ description: 'The event, as the host named it.', examples: ['issues'] }),
    action: nullable(Type.String(), {
      description: 'The action within the event, if any.',
      examples: ['opened']
    })
  },
  { $id: 'Receipt', description: 'The delivery was recorded before this reply was sent.' }
)
export type Receipt = Static<typeof Receipt>

/** The host's header names, and their neutral aliases. */
export const INTAKE_HEADERS = {
  event: ['x-github-event', 'x-host-event'],
  delivery: ['x-github-delivery', 'x-host-delivery'],
  signature: ['x-hub-signature-256', 'x-host-signature-256']
} as const

function header(description: string, example: string) {
  return Type.Optional(Type.String({ description, examples: [example] }))
}

const EVENT = 'Name of the event.'
const DELIVERY =
  'Unique id of the delivery. A repeated id is processed again only if the delivery had failed and the payload is the same.'
const SIGNATURE = '`sha256=` and the HMAC-SHA256 of the raw body under the webhook secret, in lower-case hex.'

export const receiveWebhook = operation({
  operationId: 'receiveWebhook',
  codes: ['missing_field', 'not_configured'],
  summary: 'Receive a webhook event',
  description:
    'Verifies the signature over the raw body and records the delivery together with its job before it responds. ' +
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
    {
      additionalProperties: true,
      description: 'The payload of the event. The signature covers its raw bytes.'
    }
  ),
  response: {
    202: ref(Receipt)
  }
})

export const schemas = [Receipt]
