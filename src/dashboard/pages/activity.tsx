// What happened, newest first, whoever did it.
import { listActivity } from '../../../openapi/fields.js'
import { Badge, OutsideLink, repositoryPath } from '../kit/details.js'
import { formatName, formatPart } from '../kit/format.js'
import type { Fields } from '../kit/forms/fields.js'
import { List } from '../kit/lists/list.js'
import { Screen } from '../kit/page.js'
import { Time } from '../kit/time.js'

export function ActivityFeedPage() {
  return (
    <Screen title="Activity" lead="What happened in all repositories, the newest first, whoever did it.">
      <List
        title="All activity"
        path="/api/activity"
        fields={FIELDS}
        filters={['source', 'status', 'repo', 'since']}
        everySeconds={15}
        noun={['event', 'events']}
        none="Nothing has happened yet. The first event of a repository appears here."
        rowKey={({ source, source_id, created_at, action_type }) =>
          [source, source_id, action_type, created_at].join()
        }
        columns={[
          {
            head: 'What',
            cell: ({ detail, target_url, action_type }) => (
              <>
                <OutsideLink href={target_url}>{detail || formatName(action_type)}</OutsideLink>
                {detail && <span class="muted">{formatName(action_type)}</span>}
              </>
            )
          },
          { head: 'Source', cell: ({ source }) => formatPart(source) },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          {
            head: 'Repository',
            cell: ({ repo, target_number }) =>
              repo ? (
                <>
                  <a href={repositoryPath(repo)}>{repo}</a> {target_number && `#${target_number}`}
                </>
              ) : (
                '–'
              )
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

const FIELDS: Fields = Object.assign({}, listActivity, {
  source: Object.assign({}, listActivity.source, { enum: SOURCES })
})
