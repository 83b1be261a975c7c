// The fleet.
import { discardRepository, listRepos, mergeRepositories } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatNumber, formatPercent } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

export function RepositoriesPage() {
  return (
    <Screen
      title="Repositories"
      lead="Every repository that the app is installed on. Each leads to its sync, its health and all that was done in it."
    >
      <Orphans />
      <List
        title="All repositories"
        path="/api/repos"
        fields={listRepos}
        filters={['search', 'language', 'owner']}
        noun={['repository', 'repositories']}
        none="No repositories yet. Install the app on one, and it appears here."
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Repository',
            sort: 'full_name',
            cell: ({ full_name }) => <a href={repositoryPath(full_name)}>{full_name}</a>
          },
          { head: 'Language', isMinor: true, cell: ({ language }) => language ?? '–' },
          { head: 'Stars', sort: 'stars', isMinor: true, cell: ({ stars }) => formatNumber(stars) },
          {
            head: 'Open issues',
            sort: 'open_issues',
            cell: ({ full_name, open_issues }) => (
              <OpenItems page="issues" name={full_name} count={open_issues} />
            )
          },
          {
            head: 'Open pull requests',
            sort: 'open_prs',
            isMinor: true,
            cell: ({ full_name, open_prs }) => (
              <OpenItems page="pull-requests" name={full_name} count={open_prs} />
            )
          },
          {
            head: 'Passing of 10 runs',
            cell: ({ full_name, ci_pass_rate }) => <Passing name={full_name} rate={ci_pass_rate} />
          },
          { head: 'Status', isMinor: true, cell: (repository) => <Status repository={repository} /> },
          {
            head: 'Synced',
            isMinor: true,
            sort: 'last_synced_at',
            cell: ({ last_synced_at }) => <Time at={last_synced_at} />
          }
        ]}
      />
    </Screen>
  )
}

function OpenItems({ page, name, count }: { page: string; name: string; count: number }) {
  return <a href={`/dashboard/${page}?state=open&repo=${encodeURIComponent(name)}`}>{formatNumber(count)}</a>
}

function Passing({ name, rate }: { name: string; rate: number | null }) {
  return <a href={`/dashboard/runs?repo=${encodeURIComponent(name)}`}>{formatPercent(rate)}</a>
}

function Status({ repository: { archived, suspended } }: { repository: Schemas['Repo'] }) {
  if (archived) return <Badge word="archived" />
  return <Badge word={suspended ? 'suspended' : 'active'} />
}

/** Repositories that were transferred or renamed while the service did not see it. */
function Orphans() {
  const { data } = useApi('/api/transfers/reconcile', { query: { per_page: 10 } }, 120)
  if (data === undefined || data.data.length === 0) return null
  return (
    <section>
      <h2>Transferred repositories</h2>
      <ul class="to-do">
        {data.data.map(({ orphan, live, reason }) => (
          <li key={orphan.full_name}>
            <p>
              <strong>{orphan.full_name}</strong> seems to be <strong>{live.full_name}</strong> now. {reason}
            </p>
            <span class="row-tools">
              <ActionButton
                label="Merge"
                about={orphan.full_name}
                explanation="All that is known of the former repository is moved to the present one."
                fields={mergeRepositories}
                only={['dry_run', 'confirm_low_confidence']}
                send={(chosen) => {
                  const body = Object.assign({ orphan: orphan.full_name, live: live.full_name }, chosen)
                  return callApi(apiClient.POST('/api/transfers/reconcile/merge', { body }))
                }}
              />
              <ActionButton
                label="Discard"
                about={orphan.full_name}
                explanation="All that is known of the former repository is deleted."
                fields={discardRepository}
                only={['confirm_low_confidence']}
                send={(chosen) => {
                  const body = Object.assign({ orphan: orphan.full_name }, chosen)
                  return callApi(apiClient.POST('/api/transfers/reconcile/discard', { body }))
                }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
