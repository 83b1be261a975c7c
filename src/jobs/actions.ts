// The jobs of managed actions.

import type { JobDefinition, Jobs } from '#queue/job.js'
import { executeAction } from '#services/actions/execute.js'
import { deadLetterAction } from '#services/actions/failed-executions.js'
import { retryFollowUps } from '#services/actions/follow-up.js'
import { endOverdueActions } from '#services/actions/timeouts.js'
import { verifyActions } from '#services/actions/verify.js'

declare module '#deps.js' {
  interface JobPayloads {
    'action.execute': {
      action_id: number
      /** The number of failed tries so far. */
      tries?: number
    }
    /** Of an action that a lane of a merge queue waits for. */
    'action.execute-urgent': JobPayloads['action.execute']
    'action.give-up': JobPayloads['action.execute']
    'action.verify': NoPayload
    'action.sweep': NoPayload
  }
}

const EXECUTION = {
  handle: (deps, { action_id, tries }) => executeAction(deps, action_id, tries),
  concurrency: 4,
  retryLimit: 8,
  timeoutSeconds: 300,
  deadLetter: 'action.give-up',
  needsDiskSpace: false
} satisfies JobDefinition<'action.execute'>

export const actionsJobs = {
  /** Executes one action on the host. */
  'action.execute': EXECUTION,
  'action.execute-urgent': EXECUTION,
  /** Ends an action that could not be executed. */
  'action.give-up': {
    handle: (deps, { action_id }) => deadLetterAction(deps, action_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30,
    needsDiskSpace: false
  },
  /** Verifies that executed actions still hold on the host. */
  'action.verify': {
    handle: (deps) => verifyActions(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 3_600,
    schedule: '41 */6 * * *',
    singleton: true
  },
  /** Ends overdue actions, and enqueues follow-ups that were lost. */
  'action.sweep': {
    async handle(deps) {
      await endOverdueActions(deps)
      await retryFollowUps(deps)
    },
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 300,
    schedule: '*/10 * * * *',
    singleton: true
  }
} satisfies Jobs
