import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#deps.js'
import { intakeNotConfigured, ServiceError, unauthorized } from '#errors/errors.js'
import { parseBoundedBodies } from '#http/body.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import type { JsonObject } from '#schemas/common.js'
import * as S from '#schemas/deliveries/webhooks.js'
import { createIntake } from '#services/deliveries/intake.js'

const MIB = 1024 * 1024
const BODY_BYTES = { each: 25 * MIB, all: 256 * MIB, small: MIB }

function webhooks(app: App, deps: Deps): void {
  const receive = createIntake(deps)
  app.removeAllContentTypeParsers()
  parseBoundedBodies(app, BODY_BYTES)
  app.post(
    '/host',
    // Rejects requests with invalid headers before reading the body.
    {
      schema: S.receiveWebhook,
      onRequest: async ({ headers }) => {
        readWebhookHeaders(deps, headers)
      }
    },
    async ({ headers, body }, reply) => {
      const { verify, signature, event, deliveryId } = readWebhookHeaders(deps, headers)
      const text = utf8Body(body)
      if (!(await verify(text, signature))) throw badSignature()
      const delivery = { eventName: event, deliveryId, body: text, payload: parsePayload(text) }
      return reply.code(202).send(await receive(delivery))
    }
  )
}

const badSignature = () => unauthorized('The signature does not match the body. Check HOST_WEBHOOK_SECRET.')

function readWebhookHeaders({ host }: Deps, headers: IncomingHttpHeaders) {
  if (!host.verify) throw intakeNotConfigured()
  const event = headerOf(headers, 'event', /^[a-z][a-z0-9_]{0,99}$/)
  const deliveryId = headerOf(headers, 'delivery', /^[\x21-\x7e]{1,200}$/)
  const signature = firstOf(headers, S.INTAKE_HEADERS.signature)
  if (signature === undefined || signature === '')
    throw unauthorized(`${S.INTAKE_HEADERS.signature[0]} is missing.`)
  return { verify: host.verify, event, deliveryId, signature }
}

function headerOf(headers: IncomingHttpHeaders, kind: 'event' | 'delivery', pattern: RegExp): string {
  const names = S.INTAKE_HEADERS[kind]
  const value = firstOf(headers, names)
  if (value === undefined)
    throw new ServiceError('invalid', `The header ${names[0]} is missing.`, { code: 'missing_field' })
  if (!pattern.test(value))
    throw new ServiceError('invalid', `The header ${names[0]} is not a valid name.`, {
      code: 'invalid_field'
    })
  return value
}

function firstOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  return names.map((name) => headers[name]).find((value) => typeof value === 'string')
}

function utf8Body(body: unknown): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw notAnObject()
  if (!isUtf8(body))
    throw new ServiceError('invalid', 'The body is not valid UTF-8.', { code: 'invalid_json' })
  return body.toString('utf8')
}

function parsePayload(text: string): JsonObject {
  // The error handler turns a syntax error into a 400, as for any other body.
  const payload: unknown = JSON.parse(text)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw notAnObject()
  // Cast: parsed JSON contains nothing else.
  return payload as JsonObject
}

function notAnObject(): ServiceError {
  return new ServiceError('invalid', 'The body is not a JSON object.', { code: 'invalid_json' })
}

export const webhooksGroup: RouteGroup = {
  tag: 'webhooks',
  about: 'Receives events from the host.',
  prefix: '/webhooks',
  auth: 'none',
  limited: false,
  schemas: S.schemas,
  plugin: webhooks
}
