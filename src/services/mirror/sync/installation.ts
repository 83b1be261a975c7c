// Syncs an installation: its repositories, each with a sync of its own, and the members of its account.

import type { Deps, JobPayload } from '#deps.js'
import { HostError } from '#errors/host.js'
import { installationAccount } from '#store/mirror/installations.js'
import { deleteUnlistedMembers, saveMembers } from '#store/mirror/members.js'
import { missingFromListing, ofInstallation, recordSyncFailure } from '#store/mirror/syncs.js'
import { recordListedRepositories, recordMissing } from '../identities.js'
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
  await listMembers(deps, installationId)
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

async function listMembers(deps: Deps, installationId: number): Promise<void> {
  const account = await installationAccount(deps.db, installationId)
  if (!account?.login) return
  const listedAt = deps.now()
  try {
    if (account.type === 'Organization')
      for await (const members of deps.host.listMembers(account.login, { installationId, priority: 'work' }))
        await deps.transaction((tx) => saveMembers(tx, installationId, members, listedAt))
    else await saveOwner(deps, installationId, { ...account, login: account.login }, listedAt)
    await deps.transaction((tx) => deleteUnlistedMembers(tx, installationId, listedAt))
  } catch (error) {
    // An App may lack the permission to list members; its repositories are synced all the same.
    if (!(error instanceof HostError)) throw error
    deps.log.info(
      { installation_id: installationId, reason: error.message },
      'The host does not list the members of the organization'
    )
  }
}

/** A personal account has no other members. */
async function saveOwner(
  deps: Deps,
  installationId: number,
  { login, targetId }: { login: string; targetId: number | null },
  at: Date
): Promise<void> {
  if (targetId === null) return
  const owner = { hostId: targetId, login, avatarUrl: null, role: 'owner' as const, siteAdmin: false }
  await deps.transaction((tx) => saveMembers(tx, installationId, [owner], at))
}
