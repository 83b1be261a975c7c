import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordInstallation } from '../services/identities.js'

export async function onInstallation(tx: Tx, event: Extract<HostEvent, { kind: 'installation' }>, at: Date) {
  await recordInstallation(tx, { ...event, at })
}
