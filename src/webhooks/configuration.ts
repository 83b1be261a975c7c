import type { EventHandlers } from '#registry.js'
import { requestConfigRefresh } from '#services/configuration/files.js'

/** Reads the file again: the event does not contain it. */
export const configurationEvents: EventHandlers = {
  async push({ deps, tx }, { repository, changesConfig }) {
    if (changesConfig) await requestConfigRefresh(deps, tx, repository.hostId)
  }
}
