import { commentCommandV1 } from '#domain/commands/comment-command.v1.js'
import { DAY_MS } from '#domain/time/durations.js'
import { commandsJobs } from '#jobs/commands.js'
import { dropCommands } from '#store/commands/commands.js'
import { commandsTables } from '#store/commands/repository-tables.js'
import { commandEvents } from '#webhooks/commands.js'
import type { Capability } from './capability.js'

/** A comment that is delivered again after a day is refused anyway; decisions tell for longer what was done. */
const COMMAND_RETENTION_MS = 90 * DAY_MS

export const commandsCapability = {
  name: 'commands',
  jobs: commandsJobs,
  events: commandEvents,
  evaluators: [commentCommandV1],
  tables: commandsTables,
  retention: [{ retentionMs: COMMAND_RETENTION_MS, atOnce: 1_000, drop: dropCommands }]
} satisfies Capability
