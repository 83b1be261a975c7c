// Pull requests of all repositories, with their size and risk.
import { listPullRequests } from '../../../openapi/fields.js'
import type { Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { Badge } from '../kit/details.js'
import { formatNumber } from '../kit/format.js'
import { List } from '../kit/lists/list.js'
import { Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

type PullRequest = Schemas['PullRequest']

export function PullRequestsPage() {
  const stats = useApi('/api/pull-requests/stats', {}, 60)
  return (
    <Screen
      title="Pull requests"
      lead="The pull requests of all repositories, with their size and risk, the riskiest first. The figures count open ones."
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <List
        title="All pull requests"
        path="/api/pull-requests"
        fields={listPullRequests}
        filters={['search', 'state', 'draft', 'risk', 'size', 'repo', 'owner']}
        noun={['pull request', 'pull requests']}
        none="No pull requests yet. They appear when a repository is synced."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Pull request', cell: (pull) => <PullTitle pull={pull} /> },
          { head: 'Status', cell: ({ state, draft }) => <Badge word={draft ? 'draft' : state} /> },
          { head: 'Size', cell: (pull) => <Size pull={pull} /> },
          { head: 'Risk', cell: ({ triage_risk }) => (triage_risk ? <Badge word={triage_risk} /> : '–') },
          {
            head: 'Branches',
            isMinor: true,
            cell: ({ head_branch, base_branch }) => `${head_branch} → ${base_branch}`
          },
          { head: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} /> }
        ]}
      />
    </Screen>
  )
}

function PullTitle({ pull: { title, number, repo_full_name, author } }: { pull: PullRequest }) {
  return (
    <>
      <a href={`/dashboard/pull-requests/${repo_full_name}/${number}`}>{title}</a>
      <span class="muted">
        {repo_full_name} #{number}
        {author !== null && `, ${author}`}
      </span>
    </>
  )
}

function Size({ pull: { triage_size, additions, deletions } }: { pull: PullRequest }) {
  const lines = additions === null ? '' : `+${formatNumber(additions)} −${formatNumber(deletions ?? 0)}`
  return (
    <>
      {triage_size?.replace('size/', '') ?? ''} <span class="muted unbroken">{lines}</span>
    </>
  )
}

function Figures({
  stats: { open, draft, ready_for_review, high_risk }
}: {
  stats: Schemas['PullRequestStats']
}) {
  const path = '/dashboard/pull-requests?state=open'
  return (
    <Cards
      cards={[
        { name: 'Open', value: formatNumber(open), href: path },
        { name: 'Drafts', value: formatNumber(draft), href: `${path}&draft=true` },
        { name: 'Ready for review', value: formatNumber(ready_for_review), href: `${path}&draft=false` },
        { name: 'High risk', value: formatNumber(high_risk), href: `${path}&risk=high`, isBad: high_risk > 0 }
      ]}
    />
  )
}
