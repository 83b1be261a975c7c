// Keeps installations and repositories known by their lasting ids, as events mention them.
import type {
  InstallationChange,
  InstallationIdentity,
  RepositoryChange,
  RepositoryIdentity
} from '../../schemas/events.js'
import type { Tx } from '../store/database.js'
import { mentionInstallation, saveInstallation } from '../store/installations.js'
import { markInstallationRepositoriesDeleted, saveRepositories } from '../store/repositories.js'

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
  const installationId = installation.hostId
  const isGone = change === 'deleted'
  await saveInstallation(tx, installation, { at, change })
  await saveRepositories(tx, repositories, { at, installationId, change: isGone ? 'removed' : 'present' })
  if (isGone) await markInstallationRepositoriesDeleted(tx, installationId, at)
}

export interface SelectionNews {
  installation: InstallationIdentity
  added: RepositoryIdentity[]
  removed: RepositoryIdentity[]
  at: Date
}

export async function recordSelection(tx: Tx, { installation, added, removed, at }: SelectionNews) {
  const installationId = installation.hostId
  await mentionInstallation(tx, installation, at)
  await saveRepositories(tx, added, { at, installationId, change: 'present' })
  await saveRepositories(tx, removed, { at, installationId, change: 'removed' })
}

export interface RepositoryNews {
  repository: RepositoryIdentity
  installationId: number | null
  change: RepositoryChange
  at: Date
}

export async function recordRepository(tx: Tx, { repository, installationId, change, at }: RepositoryNews) {
  if (installationId !== null) await mentionInstallation(tx, stubOf(installationId), at)
  await saveRepositories(tx, [repository], { at, installationId, change })
}

/** An installation of which only the id is known yet. */
function stubOf(hostId: number): InstallationIdentity {
  return { hostId, accountLogin: null, accountType: null, targetId: null }
}
