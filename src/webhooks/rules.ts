import type { EventHandlers } from '#registry.js'
import { requestRules, requestWork } from '#services/rules/requests.js'

/** The rules of a repository are asked before the pillars. */
export const ruleEvents: EventHandlers = {
  issue: requestWork,
  'pull-request': requestWork,
  async repository(receipt, { repository }) {
    await requestRules(receipt, repository.hostId)
  }
}
