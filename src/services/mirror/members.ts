// Members that join or leave the account of an installation.
import type { EventExcerpt, MemberChange } from '#domain/host/events.js'
import type { HostMember } from '#domain/host/items.js'
import { insertMentioned } from '#store/mirror/installations.js'
import { deleteMember, saveMembers } from '#store/mirror/members.js'
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
  if (change === 'left') await deleteMember(tx, installationId, member.hostId, at)
  else await saveMembers(tx, installationId, [member], at)
}
