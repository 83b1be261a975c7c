// Lists the installations of the App and schedules a sync of each.
import type { Deps, ListedInstallation, Tx } from '#deps.js'
import { HostError } from '#errors/host.js'
import { retryAfterSeconds } from '#runtime/retry-after.js'
import { saveInstallation } from '#store/mirror/installations.js'
import { allRepositories, recordSyncFailure } from '#store/mirror/syncs.js'
import { recordMissingInstallations } from '../identities.js'
import { recordSuspended, requestFleetSync, requestInstallationSync } from './request.js'

export async function syncFleet(deps: Deps): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const listedAt = deps.now()
  try {
    for await (const page of deps.host.listInstallations('work'))
      await deps.transaction(async (tx) => {
        for (const installation of page) await recordListedInstallation(deps, tx, installation, listedAt)
      })
    await deps.transaction((tx) => recordMissingInstallations(deps, tx, listedAt))
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    await deps.transaction((tx) => recordSyncFailure(tx, allRepositories, error.message))
    if (!error.until) throw error
    // Until then every further attempt would fail as well.
    const startAfterSeconds = retryAfterSeconds(deps, error.until)
    await deps.transaction((tx) => requestFleetSync(deps, tx, startAfterSeconds))
    deps.log.warn({ reason: error.message, until: error.until }, 'Listing of installations is postponed')
  }
}

async function recordListedInstallation(
  deps: Deps,
  tx: Tx,
  listed: ListedInstallation,
  at: Date
): Promise<void> {
  const { isSuspended, ...installation } = listed
  await saveInstallation(tx, installation, { at, change: isSuspended ? 'suspended' : 'present' })
  if (isSuspended) await recordSuspended(tx, listed.hostId)
  else await requestInstallationSync(deps, tx, listed.hostId)
}
