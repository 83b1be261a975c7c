// The actor of a request, as evidence names it.
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '#errors/errors.js'

/** The authenticated principal; never a name that the request merely claims. */
export function actorOf({ caller }: FastifyRequest): string {
  if (!caller) throw unauthorized()
  return caller.principal
}
