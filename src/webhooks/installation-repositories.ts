import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordSelection } from '../services/identities.js'
import { requestAll } from '../services/sync/request.js'

type SelectionEvent = Extract<HostEvent, { kind: 'installation-repositories' }>

export async function onInstallationRepositories({ deps, tx, at }: Receipt, event: SelectionEvent) {
  const { installation, added, removed } = event
  await recordSelection(tx, { installation, added, removed, at })
  await requestAll(
    deps,
    tx,
    added.map(({ hostId }) => hostId)
  )
}
