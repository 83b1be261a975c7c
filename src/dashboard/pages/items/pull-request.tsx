// One pull request: its text, its triage, the checks of its newest commit, its place in the queue, its review, and what has happened.
import { admitPullRequest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, type Stage } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { LatestReview } from '../reviews/latest.js'
import { Healing } from '../runs/healing.js'
import { commonFacts, type Item, ItemHistory, ItemLead, ItemText, itemOf, TriageReason } from './item.js'

type Pull = Schemas['PullRequestDetail']

export function PullRequestPage({ params }: PageProps) {
  const item = itemOf(params)
  const pull = useApi('/api/pull-requests/{owner}/{repo}/{number}', { path: item }, 20)
  const { data } = pull
  return (
    <Screen
      title={data ? `#${item.number} ${data.title}` : `Pull request #${item.number}`}
      lead={<ItemLead item={item} url={data?.url} />}
      tools={data?.state === 'open' && <Admit item={item} />}
    >
      <Section title="Pull request" isTitleUnseen state={pull}>
        {(shown) => (
          <>
            <div class="halves">
              <div>
                <h2>Text</h2>
                <ItemText item={shown} />
              </div>
              <div>
                <h2>About</h2>
                <Facts facts={pullFacts(shown)} />
              </div>
            </div>
            <h2 class="after-cards">Checks of its newest commit</h2>
            <Checks runs={shown.runs} />
          </>
        )}
      </Section>
      <div class="halves">
        <TriageReason item={item} kind="pr" />
        <QueueEntries item={item} isOpen={data?.state === 'open'} />
        <LatestReview item={item} />
      </div>
      <ItemHistory item={item} kind="pr" own={ownStages(data)} />
    </Screen>
  )
}

function Admit({ item: { owner, repo, number } }: { item: Item }) {
  return (
    <ActionButton
      label="Add to the merge queue"
      explanation="It is merged when its turn comes and its checks pass on top of what is before it."
      fields={admitPullRequest}
      send={(body) =>
        callApi(
          apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/admit', {
            params: { path: { owner, repo, pr: number } },
            body
          })
        )
      }
    />
  )
}

function pullFacts(pull: Pull): Fact[] {
  const { draft, head_branch, base_branch, additions, deletions, changed_files, head_sha } = pull
  const { triage_type, triage_size, triage_risk, triage_summary } = pull
  const lines = additions !== null && `+${formatNumber(additions)} −${formatNumber(deletions ?? 0)}`
  return [
    ...commonFacts(pull),
    ['Draft', draft ? 'yes' : 'no'],
    ['Branches', `${head_branch} → ${base_branch}`],
    ['Lines', lines && `${lines} in ${formatNumber(changed_files ?? 0)} files`],
    ['Type', triage_type && <Badge key="type" word={triage_type} />],
    ['Size', triage_size?.replace('size/', '')],
    ['Risk', triage_risk && <Badge key="risk" word={triage_risk} />],
    ['Summary', triage_summary],
    ['Commit', head_sha && <code key="sha">{head_sha}</code>]
  ]
}

function ownStages(pull: Pull | undefined): Stage[] {
  if (pull === undefined) return []
  const { created_at, merged_at, closed_at, author, runs } = pull
  return [
    { name: 'Opened', at: created_at, children: author && `by ${author}` },
    ...runs.map(runStage),
    { name: 'Merged', at: merged_at, tone: 'good' },
    { name: 'Closed', at: merged_at === null ? closed_at : null, tone: 'bad' }
  ]
}

function runStage({
  host_run_id,
  workflow_name,
  conclusion,
  status,
  completed_at,
  created_at
}: Schemas['CiRun']): Stage {
  return {
    id: `run ${host_run_id}`,
    name: `Checks: ${formatName(conclusion ?? status).toLowerCase()}`,
    at: completed_at ?? created_at,
    tone: conclusion === 'failure' || conclusion === 'timed_out' ? 'bad' : 'good',
    children: <a href={`/dashboard/runs/${host_run_id}`}>{workflow_name}</a>
  }
}

function Checks({ runs }: Pick<Pull, 'runs'>) {
  if (runs.length === 0) return <Empty>No run of this commit is known.</Empty>
  return (
    <RowTable
      label="Checks"
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Run',
          cell: ({ host_run_id, workflow_name }) => (
            <a href={`/dashboard/runs/${host_run_id}`}>{workflow_name}</a>
          )
        },
        { head: 'Result', cell: ({ conclusion, status }) => <Badge word={conclusion ?? status} /> },
        {
          head: 'Failure',
          cell: ({ heal_failure_type: type }) => (type ? formatName(type) : '–')
        },
        { head: 'Healing', isMinor: true, cell: (run) => <Healing run={run} /> },
        { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
      ]}
    />
  )
}

function QueueEntries({ item: { owner, repo, number }, isOpen }: { item: Item; isOpen: boolean }) {
  const queue = useApi('/api/phase2/queue/{owner}/{repo}', { path: { owner, repo } }, 10)
  return (
    <Section title="Merge queue" state={queue}>
      {({ entries }) => {
        const entry = entries.find(({ pr_number }) => pr_number === number)
        return (
          <>
            {entry ? (
              <Facts facts={entryFacts(entry)} />
            ) : (
              <Empty>It is not in the queue.{isOpen && ' Add it above when it is ready.'}</Empty>
            )}
            <p>
              <a href={`/dashboard/queue/${owner}/${repo}`}>The queue of the repository</a>
            </p>
          </>
        )
      }}
    </Section>
  )
}

function entryFacts(entry: Schemas['QueueEntry']): Fact[] {
  const { status, position, waiting_on, checks_failed, blocked_reason, merge_error, merge_sha } = entry
  return [
    ['Status', <Badge key="status" word={status} />],
    ['Place', position > 0 ? formatNumber(position) : 'ended'],
    ['Admitted', <Time key="admitted" at={entry.admitted_at} />],
    ['Waits for', waiting_on.map((one) => formatName(one)).join(', ') || 'nothing'],
    ['Failed checks', checks_failed.join(', ') || 'none'],
    ['Blocked because', blocked_reason && formatName(blocked_reason)],
    ['Error', merge_error],
    ['Merge', merge_sha && <code key="sha">{merge_sha}</code>]
  ]
}
