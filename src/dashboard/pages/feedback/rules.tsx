// Who is told of what: rules that send word of events to pull requests, Slack and Teams.
import { listFeedbackRules } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { EventTable, firesWhen } from './events.js'
import { RuleChange, RuleCreation } from './rule-forms.js'

type Rule = Schemas['FeedbackRule']

export function FeedbackRulesPage() {
  return (
    <Screen
      title="Feedback rules"
      lead="A rule sends word of one kind of event, in the repositories of one installation."
      tools={<RuleCreation />}
    >
      <List
        title="All rules"
        path="/api/phase2/feedback"
        fields={listFeedbackRules}
        filters={['event_type', 'enabled']}
        noun={['rule', 'rules']}
        none="No rules, so nobody is told of anything. Create one to hear of failed runs, merges or rollbacks."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Rule', cell: (rule) => <Name rule={rule} /> },
          { head: 'In force', cell: ({ enabled }) => <Force isOn={enabled} /> },
          { head: 'Fires when', cell: ({ event_type }) => firesWhen(event_type) },
          { head: 'Goes to', cell: (rule) => <Channels rule={rule} /> },
          { head: 'Changed', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
          { head: 'Answer', cell: (rule) => <Answer rule={rule} /> }
        ]}
      />
      <EventTable />
    </Screen>
  )
}

function Name({ rule: { name, org, installation_id, repo_filter } }: { rule: Rule }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="muted">
        {repo_filter ?? 'All repositories'} of {org ?? `installation ${installation_id}`}
      </span>
    </>
  )
}

const Force = ({ isOn }: { isOn: boolean }) => <Badge word={isOn ? 'active' : 'off'} />

const CHANNEL_NAMES: Readonly<Record<Rule['deliveries'][number]['channel'], string>> = {
  pr_comment: 'Pull request',
  slack: 'Slack',
  teams: 'Teams'
}

function Channels({ rule: { deliveries, slack_webhook, teams_webhook, post_pr_comment } }: { rule: Rule }) {
  const places = { pr_comment: post_pr_comment && 'a comment', slack: slack_webhook, teams: teams_webhook }
  const used = deliveries.filter(({ channel, sent, failed }) => places[channel] || sent + failed > 0)
  if (used.length === 0) return <>Nowhere, so nobody is told.</>
  return (
    <ul class="breaches channels">
      {used.map(({ channel, last_state, last_at, last_error, sent, failed }) => (
        <li key={channel}>
          {CHANNEL_NAMES[channel]} <span class="muted">{places[channel] || 'no longer'}</span>:{' '}
          {formatNumber(sent)} sent{failed > 0 && `, ${formatNumber(failed)} failed`}
          {last_state !== null && (
            <>
              , last <Badge word={last_state} /> <Time at={last_at} />
            </>
          )}
          {last_error !== null && <span class="fault clip">{last_error}</span>}
        </li>
      ))}
    </ul>
  )
}

function Answer({ rule }: { rule: Rule }) {
  const { id, name, enabled, event_type } = rule
  const params = { path: { id } }
  return (
    <span class="row-tools">
      <RuleChange rule={rule} />
      <ActionButton
        label={enabled ? 'Turn off' : 'Turn on'}
        about={name}
        explanation={
          enabled ? 'Nobody is told any more.' : `Word goes out again when ${firesWhen(event_type)}.`
        }
        done={enabled ? 'The rule is off.' : 'The rule is on.'}
        send={() =>
          callApi(apiClient.PUT('/api/phase2/feedback/{id}', { params, body: { enabled: !enabled } }))
        }
      />
      <ActionButton
        label="Delete"
        about={name}
        explanation={`The rule for ${formatName(event_type).toLowerCase()} is deleted, with the record of what it has sent.`}
        done="The rule was deleted."
        send={() => callApi(apiClient.DELETE('/api/phase2/feedback/{id}', { params }))}
      />
    </span>
  )
}
