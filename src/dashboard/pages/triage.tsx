// How well triage judges: by repository and type, against the labels of people, and what it could not do.
import { listTriageFailures, retryTriageFailure } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { ShareBar } from '../kit/charts/chart.js'
import { Badge, repositoryPath, Trigger } from '../kit/details.js'
import { formatCount, formatName, formatNumber, formatPercent } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import { List } from '../kit/lists/list.js'
import { RowTable } from '../kit/lists/table.js'
import { Empty, Screen, Section } from '../kit/page.js'
import { useSearch } from '../kit/router.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

type Failure = Schemas['TriageFailure']
type Quality = Schemas['TriageQuality']

const EVERY_SECONDS = 60

export function TriagePage() {
  const repo = useSearch().get('repo')
  const status = useApi('/api/triage/status', {}, 20)
  const query = Object.assign({ per_page: 50 }, repo === null ? {} : { repo })
  const quality = useApi('/api/triage/quality', { query }, EVERY_SECONDS)
  return (
    <Screen
      title="Triage quality"
      lead="How often people agree with the types that the service gives, and what it could not triage."
    >
      <Section title="Figures" isTitleUnseen state={status}>
        {(figures) => <Figures status={figures} />}
      </Section>
      <Section title="Accuracy by repository and type" state={quality}>
        {({ data, meta }) => <Accuracy repositories={data} total={meta.total} />}
      </Section>
      <List
        title="What could not be triaged"
        path="/api/triage/failures"
        fields={listTriageFailures}
        filters={['state', 'repo']}
        everySeconds={EVERY_SECONDS}
        noun={['failure', 'failures']}
        none="Triage has never failed. What it cannot judge appears here, with a button to try again."
        rowKey={({ job_id }) => job_id}
        columns={[
          { head: 'Issue or pull request', cell: (failure) => <Item failure={failure} /> },
          { head: 'Status', cell: ({ state }) => <Badge word={state} /> },
          { head: 'Error', cell: ({ error }) => <span class="clip">{error ?? '–'}</span> },
          { head: 'Tried', isMinor: true, cell: ({ attempts }) => formatCount(attempts, 'time', 'times') },
          { head: 'Failed', cell: ({ failed_at }) => <Time at={failed_at} /> },
          { head: 'Answer', cell: (failure) => <Retry failure={failure} /> }
        ]}
      />
    </Screen>
  )
}

function Figures({
  status: { failed_count, waiting, active, judged, model }
}: {
  status: Schemas['TriageStatus']
}) {
  const { issues, sure, pull_requests, heard, right } = judged
  return (
    <Cards
      cards={[
        {
          name: 'Issues judged',
          value: formatNumber(issues),
          note: `${formatNumber(sure)} with certainty`,
          href: '/dashboard/issues'
        },
        {
          name: 'Pull requests judged',
          value: formatNumber(pull_requests),
          note: 'since the start',
          href: '/dashboard/pull-requests'
        },
        {
          name: 'Confirmed by labels',
          value: heard === 0 ? '–' : formatPercent(right / heard),
          note: `of ${formatNumber(heard)} that people labelled`
        },
        {
          name: 'Under way',
          value: formatNumber(waiting + active),
          note: `${formatNumber(waiting)} waiting; model ${model}`,
          href: '/dashboard/host'
        },
        {
          name: 'Open failures',
          value: formatNumber(failed_count),
          href: '/dashboard/triage?state=open',
          isBad: failed_count > 0
        }
      ]}
    />
  )
}

function Accuracy({ repositories, total }: { repositories: readonly Quality[]; total: number }) {
  const rows = repositories.flatMap(({ repo, labels, lessons }) =>
    labels.map((quality) => ({ repo, lessons, quality }))
  )
  if (rows.length === 0)
    return (
      <Empty>
        People have not labelled any issue of these repositories that the service has judged. Figures appear
        when they do.
      </Empty>
    )
  return (
    <>
      <RowTable
        label="Accuracy by repository and type"
        rows={rows}
        rowKey={({ repo, quality }) => `${repo} ${quality.label}`}
        columns={[
          { head: 'Repository', cell: ({ repo }) => <a href={repositoryPath(repo)}>{repo}</a> },
          { head: 'Judged as', cell: ({ quality: { label } }) => formatName(label) },
          { head: 'Issues', cell: ({ quality: { judged } }) => formatNumber(judged) },
          {
            head: 'Right',
            cell: ({ quality: { accuracy, right, heard } }) =>
              accuracy === null ? (
                'not labelled yet'
              ) : (
                <ShareBar part={accuracy}>{`${formatNumber(right)} of ${formatNumber(heard)}`}</ShareBar>
              )
          },
          { head: 'Right when sure', cell: ({ quality: { precision } }) => formatPercent(precision) },
          { head: 'Sure', isMinor: true, cell: ({ quality: { coverage } }) => formatPercent(coverage) },
          {
            head: 'Off in its certainty by',
            isMinor: true,
            cell: ({ quality: { calibration_error } }) => formatPercent(calibration_error)
          },
          { head: 'Lessons', isMinor: true, cell: ({ lessons }) => formatNumber(lessons) }
        ]}
      />
      {total > repositories.length && (
        <p class="muted">
          The first {formatNumber(repositories.length)} of {formatNumber(total)} repositories. Filter by one
          below.
        </p>
      )}
    </>
  )
}

function Item({ failure: { repo, target_type, target_number, trigger_event } }: { failure: Failure }) {
  const page = target_type === 'pr' ? 'pull-requests' : 'issues'
  return (
    <>
      <a href={`/dashboard/${page}/${repo}/${target_number}`}>
        {repo} #{target_number}
      </a>
      <span class="muted">
        after <Trigger word={trigger_event} />
      </span>
    </>
  )
}

function Retry({ failure: { job_id, state, repo, target_number, retried_by } }: { failure: Failure }) {
  if (state !== 'open') return <>{retried_by ? `by ${retried_by}` : '–'}</>
  const params = { path: { job_id } }
  return (
    <span class="row-tools">
      <ActionButton
        label="Retry"
        about={`${repo} #${target_number}`}
        explanation="It is triaged once more, as it is now."
        fields={retryTriageFailure}
        send={(body) => callApi(apiClient.POST('/api/triage/failures/{job_id}/retry', { params, body }))}
      />
    </span>
  )
}
