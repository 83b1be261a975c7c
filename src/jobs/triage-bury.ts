import { buryTriage } from '../services/triage/failures.js'
import type { JobDefinition } from './index.js'

/** Lets it show that something was not judged. */
export const triageBury: JobDefinition<'triage.bury'> = {
  handle: buryTriage,
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
