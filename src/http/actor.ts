// Who acts, as evidence names them.
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '#errors/errors.js'

/** Who acts, for what is written down of it: never a name that the request only claims. */
export function actorOf({ caller }: FastifyRequest): string {
  if (!caller) throw unauthorized()
  return caller.principal
}
