import type { EventHandlers } from '#registry.js'
import { hearActivity } from '#services/maintenance/activity.js'

/** Comments on pull requests, and their reviews, come as events that name the repository alone. */
export const maintenanceEvents: EventHandlers = {
  issue: hearActivity,
  'pull-request': hearActivity,
  repository: hearActivity
}
