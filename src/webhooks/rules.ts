import type { EventHandlers } from '#registry.js'
import { requestRules, requestWork } from '#services/rules/requests.js'

/** The spam gate and the rules of the repository come before the pillars. */
export const ruleEvents: EventHandlers = {
  issue: requestWork,
  'pull-request': requestWork,
  repository: (context, { repository }) => requestRules(context, repository.hostId)
}
