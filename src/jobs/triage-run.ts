import { judgeTarget } from '../services/triage/run.js'
import type { JobDefinition } from './index.js'

/** Judges an issue or a pull request. */
export const triageRun: JobDefinition<'triage.run'> = {
  handle: judgeTarget,
  concurrency: 4,
  retryLimit: 8,
  timeoutSeconds: 120,
  deadLetter: 'triage.bury'
}
