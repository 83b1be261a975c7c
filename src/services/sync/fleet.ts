// Finds out where the service is installed, and has each installation synced.
import type { Deps } from '../../deps.js'
import { HostError } from '../../errors.js'
import { saveInstallation } from '../../store/installations.js'
import { allRepositories, noteFailure, ofInstallation } from '../../store/syncs.js'
import { recordMissingInstallations } from '../identities.js'
import { requestFleet, requestInstallation } from './request.js'

export async function syncFleet(deps: Deps): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const listedAt = deps.now()
  try {
    for await (const page of deps.host.installations('work'))
      for (const { isSuspended, ...installation } of page)
        await deps.transaction(async (tx) => {
          const change = isSuspended ? 'suspended' : 'present'
          await saveInstallation(tx, installation, { at: listedAt, change })
          if (isSuspended)
            await noteFailure(tx, ofInstallation(installation.hostId), 'The installation is suspended.')
          else await requestInstallation(deps, tx, installation.hostId)
        })
    await deps.transaction((tx) => recordMissingInstallations(tx, listedAt))
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    await deps.transaction((tx) => noteFailure(tx, allRepositories, error.message))
    if (!error.until) throw error
    // Until then every further try would fare the same.
    const seconds = Math.ceil((error.until.getTime() - deps.now().getTime()) / 1000)
    await deps.transaction((tx) => requestFleet(deps, tx, Math.max(1, seconds)))
    deps.log.warn({ reason: error.message, until: error.until }, 'installations are listed later')
  }
}
