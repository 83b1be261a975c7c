import type { EventHandlers } from '#registry.js'
import { requestLabelFeedback } from '#services/triage/requests.js'

/** What people say by labels is learnt, whatever rules there are. */
export const triageEvents: EventHandlers = {
  issue: requestLabelFeedback,
  'pull-request': requestLabelFeedback
}
