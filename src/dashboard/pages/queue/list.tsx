// The merge queues of all repositories.
import { listQueue } from '../../../../openapi/fields.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { EntryTitle } from './entry.js'

export function QueuePage() {
  return (
    <Screen title="Merge queue" lead="What waits to be merged, in all repositories.">
      <List
        title="All entries"
        path="/api/phase2/queue"
        fields={listQueue}
        filters={['active', 'status', 'repo', 'base']}
        everySeconds={10}
        noun={['entry', 'entries']}
        none="The queue is empty."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Pull request', cell: (entry) => <EntryTitle entry={entry} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          {
            head: 'Lane',
            cell: ({ repo_full_name, base_branch }) => (
              <a href={`/dashboard/queue/${repo_full_name}`}>
                {repo_full_name} {base_branch}
              </a>
            )
          },
          { head: 'Position', cell: ({ position }) => formatNumber(position) },
          {
            head: 'Waits for',
            isMinor: true,
            cell: ({ waiting_on, blocked_reason }) =>
              blocked_reason === null ? waiting_on.join(', ') || '–' : formatName(blocked_reason)
          },
          { head: 'Admitted', cell: ({ admitted_at }) => <Time at={admitted_at} /> }
        ]}
      />
    </Screen>
  )
}
