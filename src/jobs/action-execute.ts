import { carryOut } from '../services/execution.js'
import type { JobDefinition } from './index.js'

/** Does on the host what one action says. */
export const actionExecute: JobDefinition<'action.execute'> = {
  handle: (deps, { action_id, tries }) => carryOut(deps, action_id, tries),
  concurrency: 4,
  retryLimit: 8,
  timeoutSeconds: 300,
  deadLetter: 'action.give-up'
}
