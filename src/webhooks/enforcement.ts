import type { EventHandlers } from '#registry.js'
import { requestConfigValidation } from '#services/enforcement/config-requests.js'
import { enforceAfterEvent } from '#services/enforcement/requests.js'

export const enforcementEvents: EventHandlers = {
  part: enforceAfterEvent,
  /** Validates the configuration files that a push changes, on any branch. */
  async push({ deps, tx }, { repository, pushed }) {
    if (pushed !== null) await requestConfigValidation(deps, tx, repository.hostId, pushed)
  }
}
