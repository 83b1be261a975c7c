import type { EventHandlers } from '#registry.js'
import { hearCommands } from '#services/commands/hear.js'

/** Comments on pull requests come as events that name the repository alone. */
export const commandEvents: EventHandlers = {
  issue: hearCommands,
  repository: hearCommands
}
