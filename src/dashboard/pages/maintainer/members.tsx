// Members of organisations, and what they may do.
import { listMembers, syncMembers } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatCount } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { Time } from '../../kit/time.js'
import { permissionOfRank } from './permissions.js'
import { MaintainerScreen, memberPath } from './ways.js'

type Member = Schemas['Member']

export function MembersPage() {
  return (
    <MaintainerScreen lead="Members of the organisations, and what they may do." tools={<Sync />}>
      <List
        title="All members"
        path="/api/maintainer/members"
        fields={listMembers}
        filters={['search', 'role', 'org']}
        noun={['member', 'members']}
        none="No members. They appear with the first sync of an organisation; personal accounts have none."
        rowKey={({ org, host_id }) => `${org} ${host_id}`}
        columns={[
          { head: 'Member', cell: (member) => <MemberName member={member} /> },
          { head: 'Role', cell: ({ role }) => <Badge word={role} /> },
          { head: 'Organisation', cell: ({ org }) => org },
          {
            head: 'Own access',
            cell: ({ repo_count, host_login }) =>
              repo_count === 0 ? (
                'none'
              ) : (
                <a href={`/dashboard/maintainer/collaborators?login=${encodeURIComponent(host_login)}`}>
                  {formatCount(repo_count, 'repository', 'repositories')}
                </a>
              )
          },
          { head: 'Highest permission', cell: ({ max_permission_rank: rank }) => permissionOfRank(rank) },
          { head: 'Changed', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at} /> }
        ]}
      />
    </MaintainerScreen>
  )
}

function MemberName({ member: { org, host_login, site_admin } }: { member: Member }) {
  return (
    <>
      <a href={memberPath(org, host_login)}>{host_login}</a>
      {site_admin && <span class="muted">administers the host</span>}
    </>
  )
}

function Sync() {
  return (
    <ActionButton
      label="Sync members"
      explanation="The members are read from the host again. Nothing is changed there."
      fields={syncMembers}
      send={(body) => callApi(apiClient.POST('/api/maintainer/members/sync', { body }))}
    />
  )
}
