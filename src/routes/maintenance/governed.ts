// Routes whose changes are recorded in the governance log.
import type { FastifyRequest } from 'fastify'
import { actorOf } from '#http/actor.js'
import { invalidRequest } from '#http/plugins/validation-errors.js'
import type { Initiator } from '#services/maintenance/governance.js'

/**
 * Options of such a route: requests that break its schema reach the handler, so that they are recorded as well. It must
 * hand its initiator to `govern`, which refuses them.
 */
export const governed = { attachValidation: true } as const

export function initiatorOf(request: FastifyRequest): Initiator {
  const { headers, validationError } = request
  const claimed = headers['x-actor-login']
  return {
    actor: actorOf(request),
    claimedActor: typeof claimed === 'string' ? claimed : undefined,
    fault: validationError && invalidRequest(validationError)
  }
}
