// One member of an organisation: the role, and every repository that gave access of its own.
import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts } from '../../kit/details.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { AccessTools, Granted } from './access.js'
import { allowedBy } from './permissions.js'
import { maintainedPath } from './ways.js'

type Member = Schemas['MemberDetail']

export function MemberPage({ params: { org = '', login = '' } }: PageProps) {
  const member = useApi('/api/maintainer/members/{login}', { path: { login }, query: { org } }, 30)
  return (
    <Screen
      title={login}
      lead={
        <>
          What the member may do in the repositories of {org}. <a href="/dashboard/maintainer">All members</a>
        </>
      }
    >
      <Section title="About" isTitleUnseen state={member}>
        {(shown) => (
          <>
            <Facts facts={factsOf(shown)} />
            <h2>Access to repositories</h2>
            <Repositories member={shown} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function factsOf({ host_login, org, role, site_admin, created_at, updated_at }: Member): Fact[] {
  const changes = `/dashboard/maintainer/changes?target=${encodeURIComponent(host_login)}`
  return [
    ['Organisation', org],
    ['Role', <Badge key="role" word={role} />],
    ['Administers the host', site_admin ? 'yes' : 'no'],
    ['Known since', <Time key="created" at={created_at} />],
    ['Changed', <Time key="updated" at={updated_at} />],
    [
      'History',
      <a key="history" href={changes}>
        Changes asked for
      </a>
    ]
  ]
}

function Repositories({ member: { repo_access, role, host_login: login } }: { member: Member }) {
  if (repo_access.length === 0)
    return (
      <Empty>
        {role === 'owner'
          ? 'No access of their own. As an owner of the organisation, the member administers every repository.'
          : 'No access of their own. Access through teams is not listed here.'}
      </Empty>
    )
  return (
    <RowTable
      label="Access to repositories"
      rows={repo_access}
      rowKey={({ full_name }) => full_name}
      columns={[
        { head: 'Repository', cell: ({ full_name }) => <a href={maintainedPath(full_name)}>{full_name}</a> },
        {
          head: 'Permission',
          cell: ({ permission, role_name }) => <Granted permission={permission} role={role_name} />
        },
        { head: 'Means', isMinor: true, cell: ({ permission }) => `The member ${allowedBy(permission)}.` },
        {
          head: 'Answer',
          cell: ({ owner, name: repo, permission }) => <AccessTools of={{ login, owner, repo, permission }} />
        }
      ]}
    />
  )
}
