// What has left a merge queue: ejected pull requests first, because somebody has to look at them.
import { admitPullRequest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { EntryTitle } from './entry.js'

type Entry = Schemas['QueueEntry']

const MOST = 10

export function EndedEntries({ entries }: { entries: readonly Entry[] }) {
  const isBlocked = ({ status }: Entry) => status === 'blocked'
  const blocked = entries.filter(isBlocked)
  const others = entries.filter((entry) => !isBlocked(entry)).slice(0, MOST)
  return (
    <>
      {blocked.length > 0 && <Ended title="Ejected" entries={blocked} />}
      {others.length > 0 && <Ended title="Left lately" entries={others} />}
    </>
  )
}

function Ended({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <RowTable
        label={title}
        rows={entries}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Pull request', cell: (entry) => <EntryTitle entry={entry} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Branch', isMinor: true, cell: ({ base_branch }) => base_branch },
          { head: 'Why', cell: (entry) => <span class="clip">{whyItLeft(entry)}</span> },
          {
            head: 'When',
            cell: ({ merged_at, blocked_at, updated_at }) => (
              <Time at={merged_at ?? blocked_at ?? updated_at} />
            )
          },
          { head: 'Answer', cell: (entry) => <AdmitAgain entry={entry} /> }
        ]}
      />
    </section>
  )
}

function whyItLeft({ blocked_reason, checks_failed, merge_error, merge_sha }: Entry): string {
  if (blocked_reason === null) return merge_sha === null ? '–' : `Merged as ${merge_sha.slice(0, 7)}`
  const checks = checks_failed.length === 0 ? '' : `: ${checks_failed.join(', ')}`
  return `${formatName(blocked_reason)}${checks}. ${merge_error ?? ''}`
}

function AdmitAgain({ entry: { status, owner, repo_name, pr_number } }: { entry: Entry }) {
  if (status === 'merged') return <>–</>
  const path = { owner, repo: repo_name, pr: pr_number }
  return (
    <span class="row-tools">
      <ActionButton
        label="Add again"
        about={`#${pr_number}`}
        explanation="It is merged when its turn comes and its checks pass on top of what is before it."
        fields={admitPullRequest}
        send={(body) =>
          callApi(apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/admit', { params: { path }, body }))
        }
      />
    </span>
  )
}
