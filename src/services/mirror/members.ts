// Members of the account of an installation: those that the host lists, and those that join or leave.
import type { Deps, JobPayload } from '#deps.js'
import type { EventExcerpt, MemberChange } from '#domain/host/events.js'
import type { HostMember } from '#domain/host/items.js'
import { insertMentioned, installationAccount } from '#store/mirror/installations.js'
import { deleteMember, deleteUnlistedMembers, saveMembers } from '#store/mirror/members.js'
import type { Tx } from '#store/sql/database.js'
import { installationStub } from './identities.js'

export interface MemberUpdate extends EventExcerpt {
  installationId: number
  member: HostMember
  change: MemberChange
  at: Date
}

export async function recordMember(tx: Tx, { installationId, member, change, at }: MemberUpdate) {
  await insertMentioned(tx, installationStub(installationId), at)
  if (change === 'left') return deleteMember(tx, installationId, member.hostId, at)
  const account = await installationAccount(tx, installationId)
  if (!account?.isGone) await saveMembers(tx, installationId, [member], at)
}

/** Makes the members of an installation those that the host lists. */
export async function mirrorMembers(deps: Deps, installationId: number): Promise<void> {
  const account = await installationAccount(deps.db, installationId)
  if (!account?.login || account.isGone) return
  const listedAt = deps.now()
  if (account.type === 'Organization')
    for await (const members of deps.host.listMembers(account.login, { installationId, priority: 'work' }))
      await deps.transaction((tx) => saveMembers(tx, installationId, members, listedAt))
  else await saveOwner(deps, installationId, { ...account, login: account.login }, listedAt)
  await deps.transaction((tx) => deleteUnlistedMembers(tx, installationId, listedAt))
}

/** Each organisation is read, even if the host refuses another. */
export async function syncMembers(
  deps: Deps,
  { installation_ids: installationIds }: JobPayload<'sync.members'>
): Promise<void> {
  const results = await Promise.allSettled(installationIds.map((id) => mirrorMembers(deps, id)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
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
