// The actor of a request, as evidence names it.
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '#errors/errors.js'

type Authenticated = Pick<FastifyRequest, 'caller'>

/** The guard of a route group admits no request without a caller. */
export function callerOf({ caller }: Authenticated): NonNullable<Authenticated['caller']> {
  if (!caller) throw unauthorized()
  return caller
}

/** The authenticated principal; never a name that the request merely claims. */
export const actorOf = (request: Authenticated): string => callerOf(request).principal
