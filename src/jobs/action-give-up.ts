import { giveUp } from '../services/execution.js'
import type { JobDefinition } from './index.js'

/** Ends an action that could not be carried out. */
export const actionGiveUp: JobDefinition<'action.give-up'> = {
  handle: (deps, { action_id }) => giveUp(deps, action_id),
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
