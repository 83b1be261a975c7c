// The jobs of commands in comments.
import type { Jobs } from '#queue/job.js'
import { giveUpCommands, runCommands } from '#services/commands/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    'commands.run': { repo_id: number; comment_id: number }
    'commands.give-up': JobPayloads['commands.run']
  }
}

export const commandsJobs = {
  /** Carries out the commands of a comment and replies to them. */
  'commands.run': {
    handle: (deps, payload) => runCommands(deps, payload),
    concurrency: 2,
    // Retries for about a quarter of an hour; nobody expects a command to be obeyed much later.
    retryLimit: 9,
    timeoutSeconds: 120,
    deadLetter: 'commands.give-up'
  },
  /** Ends commands that could not be carried out, and says so. */
  'commands.give-up': {
    handle: (deps, payload) => giveUpCommands(deps, payload),
    concurrency: 1,
    retryLimit: 20,
    timeoutSeconds: 30
  }
} satisfies Jobs
