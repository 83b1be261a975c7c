// The jobs of quality gates.

import type { Jobs } from '#queue/job.js'
import { runGateEvaluation } from '#services/gates/evaluate.js'
import { saveDailyFigures } from '#services/gates/figures.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `trigger_event` is the triggering event, such as `pull_request.opened`. */
    'gate.evaluate': { repo_id: number; pr_number: number; head_sha: string; trigger_event: string }
    'gate.snapshot': NoPayload
  }
}

export const gatesJobs = {
  /** Evaluates the gates of a repository for a pull request. The check on the host is a separate job. */
  'gate.evaluate': {
    handle: (deps, payload, jobId) => runGateEvaluation(deps, payload, jobId),
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 60,
    singleton: true
  },
  /** Saves the daily figures of all repositories. Later events of a day count for the next one. */
  'gate.snapshot': {
    handle: (deps) => saveDailyFigures(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 1_800,
    schedule: '47 23 * * *',
    singleton: true
  }
} satisfies Jobs
