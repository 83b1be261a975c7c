// Who joins the account of an installation, and who leaves it.
import type { Excerpt, MemberChange } from '#domain/host/events.js'
import type { HostMember } from '#domain/host/items.js'
import { mentionInstallation } from '#store/mirror/installations.js'
import { dropMember, saveMembers } from '#store/mirror/members.js'
import type { Tx } from '#store/sql/database.js'
import { stubOf } from './identities.js'

export interface MemberNews extends Excerpt {
  installationId: number
  member: HostMember
  change: MemberChange
  at: Date
}

export async function recordMember(tx: Tx, { installationId, member, change, at }: MemberNews) {
  await mentionInstallation(tx, stubOf(installationId), at)
  if (change === 'left') await dropMember(tx, installationId, member.hostId, at)
  else await saveMembers(tx, installationId, [member], at)
}
