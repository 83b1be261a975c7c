import { learnFromLabel } from '../services/triage/lessons.js'
import type { JobDefinition } from './index.js'

/** Learns from a label that somebody set or took off. */
export const triageLearn: JobDefinition<'triage.learn'> = {
  handle: learnFromLabel,
  concurrency: 2,
  retryLimit: 12,
  timeoutSeconds: 60
}
