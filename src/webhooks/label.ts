import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'
import { recordLabel } from '../services/labels.js'

export async function onLabel({ tx, at }: Receipt, event: Extract<HostEvent, { kind: 'label' }>) {
  await recordRepository(tx, { ...event, at })
  await recordLabel(tx, event)
}
