// Members of organisations, as the host last listed them.
import type { Deps } from '#deps.js'
import { invalidParameter } from '#errors/errors.js'
import { hostNotConfigured } from '#errors/host.js'
import { memberNotFound, orgNotFound } from '#errors/maintenance.js'
import type { Paging } from '#schemas/common.js'
import type { Member, MemberDetail, MemberQuery, MembersSyncRequested } from '#schemas/maintenance/members.js'
import { installationsOf, membershipsOf, membersPage, organisations } from '#store/maintenance/members.js'
import type { Db } from '#store/sql/database.js'
import type { JsonPage } from '#store/sql/list.js'
import { govern, type Initiator } from './governance.js'

export async function loadMembersPage(
  { db }: Deps,
  query: MemberQuery,
  paging: Paging
): Promise<JsonPage<Member>> {
  return membersPage(db, query, { installationIds: await installationsIn(db, query.org), paging })
}

export async function loadMember(
  { db }: Deps,
  login: string,
  org: string | undefined
): Promise<MemberDetail> {
  const [member, another] = await membershipsOf(db, login, await installationsIn(db, org))
  if (!member) throw memberNotFound(login, org)
  if (another)
    throw invalidParameter(
      'org',
      `must be given: ${member.host_login} is a member of ${member.org}, ${another.org} and perhaps others`,
      'ambiguous_member'
    )
  return member
}

/** The installations of an organisation; undefined for all. */
async function installationsIn(db: Db, org: string | undefined): Promise<number[] | undefined> {
  if (org === undefined) return undefined
  const found = await installationsOf(db, org)
  if (found.length === 0) throw orgNotFound(org)
  return found
}

/** Personal accounts have no members, and suspended installations cannot be read. */
export function requestMembersSync(
  deps: Deps,
  by: Initiator,
  org: string | undefined
): Promise<MembersSyncRequested> {
  const target = { type: 'member' as const, id: org ?? '*' }
  return govern(deps, { by, action: 'members.sync', target }, async () => {
    const installationIds = await organisations(deps.db, await installationsIn(deps.db, org))
    if (!deps.host.client.isConfigured) throw hostNotConfigured()
    return async (tx) => {
      const job = { payload: { installation_ids: installationIds }, singletonKey: installationIds.join(' ') }
      const requested =
        installationIds.length === 0 ? undefined : await deps.queue.request(tx, 'sync.members', job)
      const reply = {
        message: messageFor(installationIds.length),
        synced_orgs: installationIds.length,
        job_id: requested?.jobId ?? null,
        deduplicated: requested?.deduplicated ?? false
      }
      return { reply, payload: { org: org ?? null, synced_orgs: installationIds.length } }
    }
  })
}

function messageFor(count: number): string {
  if (count === 0) return 'There is no organisation to read: personal accounts have no members.'
  return count === 1
    ? 'The members of the organisation will be read.'
    : `The members of ${count} organisations will be read.`
}
