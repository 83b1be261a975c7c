import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { requestShipping } from '../services/fix/shipping.js'
import { recordMention } from './mention.js'

export async function onRelease(
  receipt: Receipt,
  event: Extract<HostEvent, { kind: 'release' }>
): Promise<void> {
  await recordMention(receipt, event)
  await requestShipping(receipt.deps, receipt.tx, event.repository.hostId, event.release)
}
