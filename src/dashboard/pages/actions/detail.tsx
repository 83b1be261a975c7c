// One action: its stages, the evidence that it stands on, and what people can still do about it.
import { cancelAction } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, Data, DecisionLink, type Fact, Facts, type Stage, Timeline } from '../../kit/details.js'
import { formatName, formatNumber, formatPart } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { useApi } from '../../kit/use-api.js'

type Action = Schemas['ActionDetail']

const EVERY_SECONDS = 10

export function ActionPage({ params: { id = '' } }: PageProps) {
  const action = useApi('/api/actions/{id}', { path: { id: Number(id) } }, EVERY_SECONDS)
  const { data } = action
  return (
    <Screen
      title={data ? formatName(data.action_type) : `Action ${id}`}
      lead={
        data && (
          <>
            Action {id} on <Target of={data} repo={data.repo_full_name} />
          </>
        )
      }
      tools={data && <Tools action={data} />}
    >
      <Section title="Summary" isTitleUnseen state={action}>
        {(shown) => (
          <div class="halves">
            <div>
              <h2>Stages</h2>
              <Timeline stages={stagesOf(shown)} />
            </div>
            <div>
              <h2>About</h2>
              <Facts facts={factsOf(shown)} />
              <Data title="Evidence" value={shown.evidence} />
            </div>
          </div>
        )}
      </Section>
    </Screen>
  )
}

/** Whether it can be taken back, tried again or checked; the service decides, and says so with a 409. */
const CAN_CANCEL = ['proposed', 'approved', 'retrying']
const CAN_RETRY = ['failed', 'blocked']
const CAN_RECONCILE = ['succeeded', 'reconciled']

function Tools({ action: { id, status } }: { action: Action }) {
  const params = { path: { id } }
  return (
    <>
      {CAN_RETRY.includes(status) && (
        <ActionButton
          label="Retry"
          isPrimary
          explanation="A new action with the same effect is made, and this one stays as its history."
          send={() => callApi(apiClient.POST('/api/actions/{id}/retry', { params }))}
        />
      )}
      {CAN_RECONCILE.includes(status) && (
        <ActionButton
          label="Verify"
          explanation="The host is asked whether the effect is still there."
          send={() => callApi(apiClient.POST('/api/actions/{id}/reconcile', { params }))}
        />
      )}
      {CAN_CANCEL.includes(status) && (
        <ActionButton
          label="Cancel"
          explanation="It will not be carried out. If it has begun already, the service refuses."
          fields={cancelAction}
          send={(body) => callApi(apiClient.POST('/api/actions/{id}/cancel', { params, body }))}
        />
      )}
    </>
  )
}

function stagesOf(action: Action): Stage[] {
  const { status, error_message, blocked_reason, reconciliation_status, actor } = action
  const isBad = status === 'failed' || status === 'blocked' || status === 'cancelled'
  const reason = error_message ?? (blocked_reason && formatName(blocked_reason))
  return [
    { name: 'Proposed', at: action.proposed_at, children: `by ${actor}` },
    { name: 'Approved', at: action.approved_at },
    { name: 'Executed', at: action.executed_at, children: retriesOf(action) },
    {
      name: isBad ? formatName(status) : 'Succeeded',
      at: action.resolved_at,
      tone: isBad ? 'bad' : 'good',
      children: isBad ? reason : undefined
    },
    {
      name: 'Verified on the host',
      at: action.reconciled_at,
      tone: reconciliation_status === 'drifted' ? 'bad' : 'good',
      children: reconciliation_status && <Badge word={reconciliation_status} />
    }
  ]
}

function retriesOf({ retries, max_retries }: Action): string | undefined {
  return retries > 0 ? `${formatNumber(retries)} of ${formatNumber(max_retries)} retries` : undefined
}

function factsOf(action: Action): Fact[] {
  const { parent_action_id: parent, decision_id: decision, pillar, repo_full_name: repo, pr_number } = action
  const facts: Fact[] = [
    ['Status', <Badge key="status" word={action.status} />],
    ['Value', action.action_value],
    ['Pillar', pillar && formatPart(pillar)],
    ['Proposed by', formatPart(action.source)],
    ['Decision', decision && <DecisionLink id={decision} />],
    ['Retry of', parent && <a href={`/dashboard/actions/${parent}`}>action {parent}</a>],
    ['Pull request', pr_number && <a href={`/dashboard/pull-requests/${repo}/${pr_number}`}>#{pr_number}</a>],
    ['Outcome', action.pr_outcome && <Badge word={action.pr_outcome} />],
    ['Key of the effect', <code key="key">{action.action_key}</code>]
  ]
  return facts.filter(([, value]) => value !== null)
}
