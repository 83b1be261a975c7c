// What happened, newest first, whoever did it.
import { listActivity } from '../../../openapi/fields.js'
import { Badge, OutsideLink, repositoryPath } from '../kit/details.js'
import { formatName } from '../kit/format.js'
import { List } from '../kit/lists/list.js'
import { Screen } from '../kit/page.js'
import { Time } from '../kit/time.js'

export function ActivityFeedPage() {
  return (
    <Screen title="Activity">
      <List
        title="All activity"
        path="/api/activity"
        fields={listActivity}
        filters={['source', 'status', 'repo', 'since']}
        suggestions={{ source: SOURCES }}
        everySeconds={15}
        noun={['event', 'events']}
        none="Nothing has happened yet."
        rowKey={({ source, source_id, created_at, action_type }) =>
          [source, source_id, action_type, created_at].join()
        }
        columns={[
          {
            head: 'What',
            cell: ({ detail, target_url }) => <OutsideLink href={target_url}>{detail}</OutsideLink>
          },
          { head: 'Source', cell: ({ meta, source }) => meta?.label ?? formatName(source) },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          {
            head: 'Repository',
            cell: ({ repo }) => (repo ? <a href={repositoryPath(repo)}>{repo}</a> : '–')
          },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

/** The field takes several, with commas between them, so the document cannot list them as choices. */
const SOURCES =
  /only these sources.* of ([\w, ]+)\./i.exec(listActivity.source.description)?.[1]?.split(', ') ?? []
