// The merge queues of all repositories.
import { listQueue } from '../../../../openapi/fields.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber, NOTHING } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { EntryTitle, waitInWords } from './entry.js'

export function QueuePage() {
  return (
    <Screen
      title="Merge queue"
      lead="Pull requests that wait to be merged in all repositories, and those that have left their queue."
    >
      <List
        title="All entries"
        path="/api/phase2/queue"
        fields={listQueue}
        filters={['active', 'status', 'repo', 'base']}
        everySeconds={10}
        noun={['entry', 'entries']}
        none="No pull request has entered a queue yet. Turn the queue of a repository on, then add the label or command that admits one."
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
          { head: 'Position', cell: ({ position }) => (position > 0 ? formatNumber(position) : NOTHING) },
          {
            head: 'Waits for',
            isMinor: true,
            cell: (entry) =>
              entry.blocked_reason === null ? waitInWords(entry) : formatName(entry.blocked_reason)
          },
          { head: 'Admitted', cell: ({ admitted_at }) => <Time at={admitted_at} /> }
        ]}
      />
    </Screen>
  )
}
