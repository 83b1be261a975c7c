import type { EventHandlers } from '#registry.js'
import { requestHealing } from '#services/healing/completed-run.js'
import { requestOutcomeOf, requestOutcomesAfter } from '#services/healing/pull-outcome.js'

/** A failed run is healed; a proposed repair is followed by its pull request and by the next run of its branch. */
export const healingEvents: EventHandlers = {
  'pull-request': ({ deps, tx }, { repository, pullRequest }) =>
    requestOutcomeOf(deps, tx, repository.hostId, pullRequest.number),
  async 'ci-run'({ deps, tx }, { repository, run }) {
    await requestOutcomesAfter(deps, tx, repository.hostId, run)
    await requestHealing(deps, tx, { runs: [run], trigger: 'webhook' })
  }
}
