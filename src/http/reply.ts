import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault
} from 'fastify'
import type { Written } from '#store/sql/list.js'

/** Fastify with the types of our schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** A body as a text, for one that is sent many times. */
export function textOf<Body>(body: Body): Written<Body> {
  return JSON.stringify(body)
}

/** Sends what has been written as JSON already. */
export function written<Body>(reply: { type(type: string): unknown }, text: Written<Body>): Body {
  reply.type('application/json; charset=utf-8')
  // The border to the serializer, which lets a text pass as it is.
  return text as unknown as Body
}
