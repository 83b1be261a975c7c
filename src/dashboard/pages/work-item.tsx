// An issue or a pull request: what the service decided and did about it, and what people can ask for.
import { admitPullRequest, listDecisions, requestFix } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Badge, type Fact, Facts, OutsideLink, repositoryPath } from '../kit/details.js'
import { formatName } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import { List } from '../kit/lists/list.js'
import { type PageProps, Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

interface Item {
  owner: string
  repo: string
  number: number
}

const itemOf = ({ owner = '', repo = '', number = '' }: PageProps['params']): Item => ({
  owner,
  repo,
  number: Number(number)
})

export function IssuePage({ params }: PageProps) {
  const item = itemOf(params)
  const path = { owner: item.owner, repo: item.repo, number: item.number }
  const fix = useApi('/api/fix/{owner}/{repo}/issues/{number}', { path }, 15)
  const request = (
    <ActionButton
      label="Request a fix"
      explanation="The service tries to fix the issue in a pull request, within the limits of its configuration."
      fields={requestFix}
      send={(body) =>
        callApi(apiClient.POST('/api/fix/{owner}/{repo}/issues/{number}', { params: { path }, body }))
      }
    />
  )
  return (
    <Screen title={`Issue #${item.number}`} lead={<RepositoryLink item={item} />} tools={request}>
      <Section title="Fix" state={fix}>
        {(data) => <Facts facts={fixFacts(data)} />}
      </Section>
      <DecisionsAbout item={item} type="issue" />
    </Screen>
  )
}

export function PullRequestPage({ params }: PageProps) {
  const item = itemOf(params)
  const path = { owner: item.owner, repo: item.repo, pr: item.number }
  const admit = (
    <ActionButton
      label="Add to the merge queue"
      explanation="It is merged when its turn comes and its checks pass on top of what is before it."
      fields={admitPullRequest}
      send={(body) =>
        callApi(apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/admit', { params: { path }, body }))
      }
    />
  )
  return (
    <Screen title={`Pull request #${item.number}`} lead={<RepositoryLink item={item} />} tools={admit}>
      <DecisionsAbout item={item} type="pr" />
    </Screen>
  )
}

function RepositoryLink({ item: { owner, repo } }: { item: Item }) {
  const name = `${owner}/${repo}`
  return <a href={repositoryPath(name)}>{name}</a>
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

function DecisionsAbout({ item: { owner, repo, number }, type }: { item: Item; type: 'issue' | 'pr' }) {
  return (
    <List
      title="Decisions"
      path="/api/decisions"
      params={{ query: { repo: `${owner}/${repo}`, target_type: type, target_number: number } }}
      fields={listDecisions}
      filters={['decision', 'source']}
      noun={['decision', 'decisions']}
      none="The service has decided nothing about it."
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Decision',
          cell: ({ id, reason, source }) => (
            <a href={`/dashboard/decisions/${id}`}>{reason ?? formatName(source)}</a>
          )
        },
        { head: 'Result', cell: ({ decision }) => <Badge word={decision} /> },
        { head: 'Source', cell: ({ source }) => formatName(source) },
        { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
      ]}
    />
  )
}
