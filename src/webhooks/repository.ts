import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordRepository } from '../services/identities.js'

/** Every event that names a repository tells what it is called now. */
export async function onRepository(tx: Tx, event: Extract<HostEvent, { kind: 'repository' }>, at: Date) {
  await recordRepository(tx, { ...event, at })
}
