import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordInstallation } from '../services/identities.js'
import { requestInstallation } from '../services/sync/request.js'

/** What an installation sees is synced when it comes, comes back, or is allowed more. */
export async function onInstallation(
  { deps, tx, at }: Receipt,
  event: Extract<HostEvent, { kind: 'installation' }>
) {
  const { installation, change, repositories } = event
  await recordInstallation(tx, { installation, change, repositories, at })
  if (change === 'present') await requestInstallation(deps, tx, installation.hostId)
}
