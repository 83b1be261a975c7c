import type { EventHandlers } from '#registry.js'
import { requestHealing } from '#services/healing/completed-run.js'
import { requestOutcomesAfterRun, requestPullOutcome } from '#services/healing/pull-outcome.js'

/** Heals failed runs, and follows a proposed repair by its pull request and the next run of its branch. */
export const healingEvents: EventHandlers = {
  'pull-request': ({ deps, tx }, { repository, pullRequest }) =>
    requestPullOutcome(deps, tx, repository.hostId, pullRequest.number),
  async 'ci-run'({ deps, tx }, { repository, run }) {
    await requestOutcomesAfterRun(deps, tx, repository.hostId, run)
    await requestHealing(deps, tx, { runs: [run], trigger: 'webhook' })
  }
}
