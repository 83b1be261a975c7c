// The jobs of quality gates.

import type { Jobs } from '#queue/job.js'
import { runGateEvaluation } from '#services/gates/evaluate.js'
import { saveDailyFigures } from '#services/gates/figures.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `trigger_event` is what gave rise to it, such as `pull_request.opened`. */
    'gate.evaluate': { repo_id: number; pr_number: number; head_sha: string; trigger_event: string }
    'gate.snapshot': NoPayload
  }
}

export const gatesJobs = {
  /** Evaluates the gates of a repository for a pull request; the check on the host is a job of its own. */
  'gate.evaluate': {
    handle: (deps, payload, jobId) => runGateEvaluation(deps, payload, jobId),
    concurrency: 4,
    // For a quarter of an hour, while the host does not show the configuration.
    retryLimit: 9,
    timeoutSeconds: 60,
    singleton: true
  },
  /** Keeps the figures of all repositories for the day; what comes after the last look of a day belongs to the next. */
  'gate.snapshot': {
    handle: (deps) => saveDailyFigures(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 1_800,
    schedule: '47 23 * * *',
    singleton: true
  }
} satisfies Jobs
