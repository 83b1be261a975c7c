// One issue: its text, its triage, what it repeats, its fix, and what has happened.
import { requestFix } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ShareBar } from '../../kit/charts/chart.js'
import { Badge, type Fact, Facts, OutsideLink, type Stage } from '../../kit/details.js'
import { formatName, formatPercent } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { commonFacts, type Item, ItemHistory, ItemLead, ItemText, itemOf, TriageReason } from './item.js'

type Issue = Schemas['IssueDetail']

export function IssuePage({ params }: PageProps) {
  const item = itemOf(params)
  const issue = useApi('/api/issues/{owner}/{repo}/{number}', { path: item }, 30)
  const { data } = issue
  return (
    <Screen
      title={data ? `#${item.number} ${data.title}` : `Issue #${item.number}`}
      lead={<ItemLead item={item} url={data?.url} />}
      tools={<RequestFix item={item} />}
    >
      <Section title="Issue" isTitleUnseen state={issue}>
        {(shown) => (
          <div class="halves">
            <div>
              <h2>Text</h2>
              <ItemText item={shown} />
            </div>
            <div>
              <h2>About</h2>
              <Facts facts={issueFacts(shown, item)} />
            </div>
          </div>
        )}
      </Section>
      <div class="halves">
        <TriageReason item={item} kind="issue" />
        <Fix item={item} />
      </div>
      {data && <Duplicates issue={data} />}
      <ItemHistory item={item} kind="issue" own={ownStages(data)} />
    </Screen>
  )
}

function issueFacts(issue: Issue, { owner, repo }: Item): Fact[] {
  const { triage_type, triage_priority, triage_summary, assignees, duplicate_of, duplicate_of_number } = issue
  const original = duplicate_of_number && (
    <a href={`/dashboard/issues/${owner}/${repo}/${duplicate_of_number}`}>#{duplicate_of_number}</a>
  )
  return [
    ...commonFacts(issue),
    ['Type', triage_type && formatName(triage_type)],
    ['Priority', triage_priority && <Badge key="priority" word={triage_priority} />],
    ['Summary', triage_summary],
    ['Assigned to', assignees.join(', ') || 'nobody'],
    ['Repeats', duplicate_of === null ? 'no other issue' : (original ?? 'an issue elsewhere')]
  ]
}

function ownStages(issue: Issue | undefined): Stage[] {
  if (issue === undefined) return []
  return [
    { name: 'Opened', at: issue.created_at, children: issue.author && `by ${issue.author}` },
    { name: 'Closed', at: issue.closed_at, tone: 'good' }
  ]
}

function RequestFix({ item }: { item: Item }) {
  return (
    <ActionButton
      label="Request a fix"
      explanation="The service tries to fix the issue in a pull request, within the limits of its configuration."
      fields={requestFix}
      send={(body) =>
        callApi(apiClient.POST('/api/fix/{owner}/{repo}/issues/{number}', { params: { path: item }, body }))
      }
    />
  )
}

function Fix({ item }: { item: Item }) {
  const fix = useApi('/api/fix/{owner}/{repo}/issues/{number}', { path: item }, 15)
  return (
    <Section title="Fix" state={fix}>
      {(data) =>
        data.status === 'none' ? (
          <Empty>Nobody has asked for a fix. The button above does.</Empty>
        ) : (
          <Facts facts={fixFacts(data)} />
        )
      }
    </Section>
  )
}

function fixFacts(fix: Schemas['FixOfIssue']): Fact[] {
  const { status, complexity, confidence, risk_level, pr_number, reason, explanation, created_at } = fix
  return [
    ['Status', <Badge key="status" word={status} />],
    ['Requested', <Time key="requested" at={created_at} />],
    ['Complexity', complexity && formatName(complexity)],
    ['Confidence', confidence && formatName(confidence)],
    ['Risk', risk_level && formatName(risk_level)],
    ['Pull request', pr_number && <OutsideLink href={fix.pr_url}>#{pr_number}</OutsideLink>],
    ['Reason', reason],
    ['Explanation', explanation]
  ]
}

function Duplicates({ issue: { host_id, repo_full_name, number } }: { issue: Issue }) {
  const signals = useApi('/api/duplicates/issue/{hostIssueId}', { path: { hostIssueId: host_id } }, 60)
  const otherOf = (signal: Schemas['DuplicateSignal']) => {
    const side = signal.source_number === number ? 'target' : 'source'
    return { number: signal[`${side}_number`], title: signal[`${side}_title`] }
  }
  return (
    <Section title="Possible duplicates" state={signals}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No other issue resembles it.</Empty>
        ) : (
          <RowTable
            label="Possible duplicates"
            rows={data.map((signal) => ({ signal, other: otherOf(signal) }))}
            rowKey={({ signal: { id } }) => id}
            columns={[
              {
                head: 'Issue',
                cell: ({ other }) => (
                  <a href={`/dashboard/issues/${repo_full_name}/${other.number}`}>
                    #{other.number} {other.title}
                  </a>
                )
              },
              {
                head: 'Similarity',
                cell: ({ signal: { similarity } }) => (
                  <ShareBar part={similarity}>{formatPercent(similarity)}</ShareBar>
                )
              },
              { head: 'Status', cell: ({ signal: { status } }) => <Badge word={status} /> },
              {
                head: 'Texts',
                cell: ({ signal: { id }, other }) => (
                  <a href={`/dashboard/duplicates/${id}`}>
                    Side by side<span class="unseen"> with #{other.number}</span>
                  </a>
                )
              }
            ]}
          />
        )
      }
    </Section>
  )
}
