import type { EventHandlers } from '#registry.js'
import { requestEvaluation } from '#services/gates/requests.js'

export const gateEvents: EventHandlers = {
  'pull-request': ({ deps, tx }, event) => requestEvaluation(deps, tx, event)
}
