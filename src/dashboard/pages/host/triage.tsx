// Classifications that have failed for good, and another try.
import { listTriageFailures, retryTriageFailure } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Failure = Schemas['TriageFailure']

export function TriageFailures() {
  const status = useApi('/api/triage/status', {}, 20)
  return (
    <>
      <Section title="Triage" state={status}>
        {({ failed_count, waiting, active, model }) => (
          <p>
            {failed_count === 0
              ? 'No classification has failed for good.'
              : `${formatCount(failed_count, 'classification has', 'classifications have')} failed for good.`}{' '}
            <span class="muted">
              {formatNumber(waiting)} wait, {formatNumber(active)} run; model {model}.
            </span>
          </p>
        )}
      </Section>
      <List
        title="Failed classifications"
        path="/api/triage/failures"
        fields={listTriageFailures}
        filters={['state', 'repo']}
        noun={['failure', 'failures']}
        none="None has failed."
        rowKey={({ job_id }) => job_id}
        columns={[
          { head: 'About', cell: (failure) => <Subject failure={failure} /> },
          { head: 'Status', cell: ({ state }) => <Badge word={state === 'open' ? 'failed' : state} /> },
          { head: 'Why', cell: ({ error }) => error ?? 'No attempt was finished.' },
          { head: 'Attempts', isMinor: true, cell: ({ attempts }) => formatNumber(attempts) },
          { head: 'Failed', cell: ({ failed_at }) => <Time at={failed_at} /> },
          { head: 'Answer', cell: (failure) => <Retry failure={failure} /> }
        ]}
      />
    </>
  )
}

function Subject({ failure: { repo, target_type, target_number } }: { failure: Failure }) {
  const [page, word] = target_type === 'pr' ? ['pull-requests', 'Pull request'] : ['issues', 'Issue']
  return (
    <>
      <a href={`/dashboard/${page}/${repo}/${target_number}`}>
        {word} #{target_number}
      </a>
      <span class="muted">{repo}</span>
    </>
  )
}

function Retry({ failure: { job_id, state, repo, target_number } }: { failure: Failure }) {
  if (state !== 'open') return <>–</>
  return (
    <span class="row-tools">
      <ActionButton
        label="Retry"
        about={`${repo} #${target_number}`}
        explanation="It is classified again, as it is now."
        fields={retryTriageFailure}
        send={(body) =>
          callApi(
            apiClient.POST('/api/triage/failures/{job_id}/retry', { params: { path: { job_id } }, body })
          )
        }
      />
    </span>
  )
}
