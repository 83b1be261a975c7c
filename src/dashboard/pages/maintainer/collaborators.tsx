// People with access of their own to repositories.
import { listCollaborators } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { List } from '../../kit/lists/list.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { AccessTools, Granted } from './access.js'
import { MaintainerScreen, maintainedPath } from './ways.js'

type Collaborator = Schemas['Collaborator']

export function CollaboratorsPage() {
  return (
    <MaintainerScreen lead="People with access of their own to a repository, rather than through a team.">
      <List
        title="All collaborators"
        path="/api/maintainer/collaborators"
        fields={listCollaborators}
        filters={['login', 'repo', 'permission']}
        noun={['collaborator', 'collaborators']}
        none="No collaborators. They appear with the sync of a repository, if the service may read them."
        rowKey={({ id }) => id}
        columns={[
          PERSON_COLUMN,
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => <a href={maintainedPath(repo_full_name)}>{repo_full_name}</a>
          },
          ...ACCESS_COLUMNS
        ]}
      />
    </MaintainerScreen>
  )
}

export const PERSON_COLUMN: Column<Collaborator> = {
  head: 'Person',
  cell: ({ host_login }) => <strong>{host_login}</strong>
}

export const ACCESS_COLUMNS: readonly Column<Collaborator>[] = [
  {
    head: 'Permission',
    cell: ({ permission, role_name }) => <Granted permission={permission} role={role_name} />
  },
  { head: 'Changed', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
  {
    head: 'Answer',
    cell: ({ host_login: login, repo_owner: owner, repo_name: repo, permission }) => (
      <AccessTools of={{ login, owner, repo, permission }} />
    )
  }
]
