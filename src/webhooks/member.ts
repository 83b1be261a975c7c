import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordMember } from '../services/members.js'

export async function onMember({ tx, at }: Receipt, event: Extract<HostEvent, { kind: 'member' }>) {
  await recordMember(tx, { ...event, at })
}
