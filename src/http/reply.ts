import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault
} from 'fastify'
import type { JsonText } from '#domain/json/text.js'

/** Fastify with the types of our schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Sends a body that is JSON text already. All such responses use this function. */
export function sendJsonText<Body>(reply: { type(type: string): unknown }, text: JsonText<Body>): Body {
  reply.type('application/json; charset=utf-8')
  // Cast for the serializer, which passes text through.
  return text as unknown as Body
}
