// Syncs an installation: its repositories, each with a sync of its own, and the members of its account.

import type { Deps, JobPayload } from '#deps.js'
import { HostError } from '#errors/host.js'
import { missingFromListing, ofInstallation, recordSyncFailure } from '#store/mirror/syncs.js'
import { recordListedRepositories, recordMissing } from '../identities.js'
import { mirrorMembers } from '../members.js'
import { enqueueSyncs } from './request.js'

export async function syncInstallation(
  deps: Deps,
  { installation_id: installationId }: JobPayload<'sync.installation'>
): Promise<void> {
  if (!deps.host.client.isConfigured) return
  try {
    await listRepositories(deps, installationId)
  } catch (error) {
    if (error instanceof HostError)
      await deps.transaction((tx) => recordSyncFailure(tx, ofInstallation(installationId), error.message))
    throw error
  }
  await mirrorListedMembers(deps, installationId)
}

async function listRepositories(deps: Deps, installationId: number): Promise<void> {
  const listedAt = deps.now()
  for await (const repositories of deps.host.listRepositories({ installationId, priority: 'work' }))
    await deps.transaction(async (tx) => {
      await recordListedRepositories(deps, tx, { installationId, repositories, at: listedAt })
      const repoIds = repositories.map(({ hostId }) => hostId)
      await enqueueSyncs(deps, tx, repoIds)
    })
  // Only here is the listing known to be complete.
  await deps.transaction(async (tx) => {
    await recordMissing(deps, tx, installationId, listedAt)
    await recordSyncFailure(
      tx,
      missingFromListing(installationId),
      'The host no longer lists the repository.'
    )
  })
}

/** An App may lack the permission to list members; its repositories are synced all the same. */
async function mirrorListedMembers(deps: Deps, installationId: number): Promise<void> {
  try {
    await mirrorMembers(deps, installationId)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    deps.log.info(
      { installation_id: installationId, reason: error.message },
      'The host does not list the members of the organization'
    )
  }
}
