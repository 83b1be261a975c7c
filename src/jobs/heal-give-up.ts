import { giveUpHealing } from '../services/heal/outcome.js'
import type { JobDefinition } from './index.js'

/** Ends an attempt that could not be carried out. */
export const healGiveUp: JobDefinition<'heal.give-up'> = {
  handle: (deps, { attempt_id }) => giveUpHealing(deps, attempt_id),
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
