// The jobs of triage.

import type { Jobs } from '#queue/job.js'
import { buryTriage } from '#services/triage/failures.js'
import { learnFromLabel } from '#services/triage/lessons.js'
import { takeMissed } from '#services/triage/missed.js'
import { judgeTarget } from '#services/triage/run.js'

export const triageJobs = {
  /** Judges an issue or a pull request. */
  'triage.run': {
    handle: judgeTarget,
    concurrency: 4,
    retryLimit: 8,
    timeoutSeconds: 120,
    deadLetter: 'triage.bury'
  },
  /** Lets it show that something was not judged. */
  'triage.bury': {
    handle: buryTriage,
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Learns from a label that somebody set or took off. */
  'triage.learn': {
    handle: learnFromLabel,
    concurrency: 2,
    retryLimit: 12,
    timeoutSeconds: 60
  },
  /** Has judged what no event has told of. */
  'triage.missed': {
    handle: (deps, payload) => takeMissed(deps, payload),
    concurrency: 2,
    retryLimit: 8,
    timeoutSeconds: 30,
    singleton: true
  }
} satisfies Jobs
