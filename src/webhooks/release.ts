import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { requestShipping } from '../services/fix/shipping.js'
import { recordRepository } from '../services/identities.js'

export async function onRelease(
  { deps, tx, at }: Receipt,
  event: Extract<HostEvent, { kind: 'release' }>
): Promise<void> {
  await recordRepository(tx, { ...event, at })
  await requestShipping(deps, tx, event.repository.hostId, event.release)
}
