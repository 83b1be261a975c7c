import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'
import { requestFirst } from '../services/sync/request.js'

/** Every event that names a repository tells what it is called now. */
export async function onRepository(
  { deps, tx, at }: Receipt,
  event: Extract<HostEvent, { kind: 'repository' }>
) {
  await recordRepository(tx, { ...event, at })
  if (event.change === 'present') await requestFirst(deps, tx, event.repository.hostId)
}
