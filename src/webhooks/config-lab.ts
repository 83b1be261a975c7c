import type { EventHandlers } from '#registry.js'
import { requestConfigCheck } from '#services/config-lab/commit-checks.js'

/** Checks a pushed configuration file on its commit, on any branch. */
export const configLabEvents: EventHandlers = {
  async configuration({ deps, tx }, { repository, commit }) {
    if (commit !== null) await requestConfigCheck(deps, tx, { repo_id: repository.hostId, head_sha: commit })
  }
}
