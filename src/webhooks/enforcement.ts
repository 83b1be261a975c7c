import type { EventHandlers } from '#registry.js'
import { requestConfigValidation } from '#services/enforcement/config-requests.js'
import { compareAfterSetup, enforceAfterEvent } from '#services/enforcement/requests.js'

export const enforcementEvents: EventHandlers = {
  part: enforceAfterEvent,
  /** Validates the configuration files that a push changes, on any branch; policies ask about the default one. */
  async push(context, event) {
    const { repository, pushed } = event
    if (pushed === null) return
    await requestConfigValidation(context.deps, context.tx, repository.hostId, pushed)
    if (pushed.branch === repository.defaultBranch) await compareAfterSetup(context, event, 'push')
  },
  label: (context, event) => compareAfterSetup(context, event, 'label'),
  async repository(context, event) {
    if (event.isItself === true && event.change !== 'deleted')
      await compareAfterSetup(context, event, 'repository')
  }
}
