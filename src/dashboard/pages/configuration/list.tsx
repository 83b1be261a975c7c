// The choice of the repository whose configuration is to be seen or changed.
import { listRepos } from '../../../../openapi/fields.js'
import { Badge } from '../../kit/details.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'

export function ConfigurationPage() {
  return (
    <Screen
      title="Configuration"
      lead="What the service may do in each repository. It comes from four layers: defaults, the file of the organisation, the file .service.yml of the repository, and what is set here."
    >
      <List
        title="Repositories"
        path="/api/repos"
        fields={listRepos}
        filters={['search', 'owner', 'language']}
        noun={['repository', 'repositories']}
        none="No repositories yet. Install the app on one, and its configuration can be changed here."
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Repository',
            sort: 'full_name',
            cell: ({ full_name }) => <a href={`/dashboard/config/${full_name}`}>{full_name}</a>
          },
          {
            head: 'Changes',
            cell: ({ full_name }) => (
              <a href={`/dashboard/config/${full_name}/history`}>
                History<span class="unseen"> of {full_name}</span>
              </a>
            )
          },
          {
            head: 'Rules',
            cell: ({ full_name }) => (
              <a href={`/dashboard/custom-rules/${full_name}`}>
                Custom rules<span class="unseen"> of {full_name}</span>
              </a>
            )
          },
          { head: 'Language', isMinor: true, cell: ({ language }) => language ?? '–' },
          {
            head: 'Status',
            isMinor: true,
            cell: ({ archived, suspended }) => <Badge word={stateOf(archived, suspended)} />
          },
          { head: 'Synced', isMinor: true, cell: ({ last_synced_at }) => <Time at={last_synced_at} /> }
        ]}
      />
    </Screen>
  )
}

function stateOf(isArchived: boolean, isSuspended: boolean): string {
  if (isArchived) return 'archived'
  return isSuspended ? 'suspended' : 'active'
}
