import { giveUpFix } from '../services/fix/lost.js'
import type { JobDefinition } from './index.js'

/** Ends an attempt that could not be carried out. */
export const fixGiveUp: JobDefinition<'fix.give-up'> = {
  handle: (deps, { attempt_id }) => giveUpFix(deps, attempt_id),
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
