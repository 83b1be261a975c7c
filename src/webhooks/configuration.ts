import type { HostEvent } from '../../schemas/events.js'
import { requestConfigFile } from '../services/config-files.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'

/** The file is read again; of what it says the event tells nothing. */
export async function onConfiguration(
  { deps, tx, at }: Receipt,
  event: Extract<HostEvent, { kind: 'configuration' }>
) {
  await recordRepository(tx, { ...event, at })
  await requestConfigFile(deps, tx, event.repository.hostId)
}
