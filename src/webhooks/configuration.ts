import type { EventHandlers } from '#registry.js'
import { requestConfigRefresh } from '#services/configuration/files.js'

/** The file is read again; of what it says the event tells nothing. */
export const configurationEvents: EventHandlers = {
  async configuration({ deps, tx }, { repository, isInForce }) {
    if (isInForce) await requestConfigRefresh(deps, tx, repository.hostId)
  }
}
