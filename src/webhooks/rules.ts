import type { EventHandlers } from '#registry.js'
import { requestRules, requestWork } from '#services/rules/requests.js'

/** Rules of the repository are applied before the pillars. */
export const ruleEvents: EventHandlers = {
  issue: requestWork,
  'pull-request': requestWork,
  async repository(context, { repository }) {
    await requestRules(context, repository.hostId)
  }
}
