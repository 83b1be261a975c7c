import type { EventHandlers } from '#registry.js'
import { requestConfigValidation } from '#services/enforcement/config-requests.js'
import { compareAfterSetup, enforceAfterEvent } from '#services/enforcement/requests.js'

export const enforcementEvents: EventHandlers = {
  part: enforceAfterEvent,
  /** Validates the configuration files that a push changes, on any branch; policies ask about the default one. */
  async push(context, { repository, pushed }) {
    if (pushed === null) return
    await requestConfigValidation(context.deps, context.tx, repository.hostId, pushed)
    if (pushed.branch === repository.defaultBranch)
      await compareAfterSetup(context, repository.hostId, 'push')
  },
  label: (context, { repository }) => compareAfterSetup(context, repository.hostId, 'label'),
  async repository(context, { repository, isItself, change }) {
    if (isItself === true && change !== 'deleted')
      await compareAfterSetup(context, repository.hostId, 'repository')
  }
}
