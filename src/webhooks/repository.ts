import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'

/** Every event that names a repository tells what it is called now. */
export async function onRepository({ tx, at }: Receipt, event: Extract<HostEvent, { kind: 'repository' }>) {
  await recordRepository(tx, { ...event, at })
}
