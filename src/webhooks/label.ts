import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordLabel } from '../services/labels.js'
import { recordMention } from './mention.js'

export async function onLabel(receipt: Receipt, event: Extract<HostEvent, { kind: 'label' }>) {
  await recordMention(receipt, event)
  const { repository, change, label, formerName } = event
  await recordLabel(receipt.tx, { repository, change, label, formerName })
}
