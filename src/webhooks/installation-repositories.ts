import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordSelection } from '../services/identities.js'

type SelectionEvent = Extract<HostEvent, { kind: 'installation-repositories' }>

export async function onInstallationRepositories(tx: Tx, event: SelectionEvent, at: Date) {
  await recordSelection(tx, { ...event, at })
}
