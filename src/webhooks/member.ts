import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordMember } from '../services/members.js'

export async function onMember({ tx, at }: Receipt, event: Extract<HostEvent, { kind: 'member' }>) {
  const { installationId, member, change } = event
  await recordMember(tx, { installationId, member, change, at })
}
