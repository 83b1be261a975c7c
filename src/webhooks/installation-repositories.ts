import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordSelection } from '../services/identities.js'
import { requestAll } from '../services/sync/request.js'

type SelectionEvent = Extract<HostEvent, { kind: 'installation-repositories' }>

export async function onInstallationRepositories({ deps, tx, at }: Receipt, event: SelectionEvent) {
  await recordSelection(tx, { ...event, at })
  const added = event.added.map(({ hostId }) => hostId)
  await requestAll(deps, tx, added)
}
