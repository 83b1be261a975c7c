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

/** Sends what has been written as JSON already: the one door from a text to a reply. */
export function sendJsonText<Body>(reply: { type(type: string): unknown }, text: JsonText<Body>): Body {
  reply.type('application/json; charset=utf-8')
  // The border to the serializer, which lets a text pass as it is.
  return text as unknown as Body
}
