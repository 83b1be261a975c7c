import { commentCommandV1 } from '#domain/commands/comment-command.v1.js'
import { commandsJobs } from '#jobs/commands.js'
import { commandsTables } from '#store/commands/repository-tables.js'
import { commandEvents } from '#webhooks/commands.js'
import type { Capability } from './capability.js'

export const commandsCapability = {
  name: 'commands',
  jobs: commandsJobs,
  events: commandEvents,
  evaluators: [commentCommandV1],
  tables: commandsTables
} satisfies Capability
