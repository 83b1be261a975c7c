import type { EventHandlers } from '#registry.js'
import { requestLabelFeedback } from '#services/triage/requests.js'

/** Label changes by people are feedback for triage, whatever the rules of the repository. */
export const triageEvents: EventHandlers = {
  issue: requestLabelFeedback,
  'pull-request': requestLabelFeedback
}
