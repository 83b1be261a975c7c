// Keeps installations and repositories known by their lasting ids, as events mention them.
import type { InstallationChange, InstallationIdentity, RepositoryIdentity } from '../../schemas/events.js'
import type { Tx } from '../store/database.js'
import { saveInstallation } from '../store/installations.js'
import {
  markInstallationRepositoriesDeleted,
  markRepositoriesDeleted,
  saveRepositories
} from '../store/repositories.js'

export interface InstallationNews {
  installation: InstallationIdentity
  change: InstallationChange
  repositories: RepositoryIdentity[]
  at: Date
}

export async function recordInstallation(
  tx: Tx,
  { installation, change, repositories, at }: InstallationNews
) {
  await saveInstallation(tx, installation, { at, change })
  if (change === 'deleted') await markInstallationRepositoriesDeleted(tx, installation.hostId, at)
  else await saveRepositories(tx, repositories, { at, installationId: installation.hostId, deleted: false })
}

export interface SelectionNews {
  installation: InstallationIdentity
  added: RepositoryIdentity[]
  removed: number[]
  at: Date
}

export async function recordSelection(tx: Tx, { installation, added, removed, at }: SelectionNews) {
  await saveInstallation(tx, installation, { at, change: null })
  await saveRepositories(tx, added, { at, installationId: installation.hostId, deleted: false })
  await markRepositoriesDeleted(tx, removed, at)
}

export interface RepositoryNews {
  repository: RepositoryIdentity
  installationId: number | null
  deleted: boolean
  at: Date
}

export async function recordRepository(tx: Tx, { repository, installationId, deleted, at }: RepositoryNews) {
  if (installationId !== null) await saveInstallation(tx, stubOf(installationId), { at, change: null })
  await saveRepositories(tx, [repository], { at, installationId, deleted })
}

/** An installation of which only the id is known yet. */
function stubOf(hostId: number): InstallationIdentity {
  return { hostId, accountLogin: null, accountType: null, targetId: null }
}
