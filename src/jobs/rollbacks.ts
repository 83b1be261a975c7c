// The jobs of rollbacks.
import type { Jobs } from '#queue/job.js'
import { evaluateDeployment } from '#services/rollbacks/evaluate.js'
import { followRevert } from '#services/rollbacks/follow.js'
import { proposeRevert } from '#services/rollbacks/revert.js'
import { proposeUntested } from '#services/rollbacks/untested.js'

declare module '#deps.js' {
  interface JobPayloads {
    'rollbacks.evaluate': { repo_id: number; host_run_id: number }
    'rollbacks.untested': { repo_id: number; pr_number: number; decision_id: number | null }
    'rollbacks.revert': { rollback_id: number }
    'rollbacks.follow': { action_id: number }
  }
}

/** They ask the host for nothing. */
const LOCAL = { concurrency: 2, retryLimit: 20, timeoutSeconds: 60 }

export const rollbackJobs = {
  /** Finds out which merge broke a deployment. */
  'rollbacks.evaluate': {
    handle: (deps, payload) => evaluateDeployment(deps, payload),
    concurrency: 2,
    // Retries for an hour while the host is unavailable.
    retryLimit: 11,
    timeoutSeconds: 300,
    singleton: true
  },
  /** Begins to take back what landed untested. */
  'rollbacks.untested': { handle: (deps, payload) => proposeUntested(deps, payload), ...LOCAL },
  /** Proposes the pull request of a rollback. */
  'rollbacks.revert': { handle: (deps, { rollback_id: id }) => proposeRevert(deps, id), ...LOCAL },
  /** Ends a rollback with the action that opens its pull request. */
  'rollbacks.follow': { handle: (deps, { action_id: id }) => followRevert(deps, id), ...LOCAL }
} satisfies Jobs
