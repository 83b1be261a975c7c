// Issues of all repositories, with what triage made of them.
import { listIssues } from '../../../openapi/fields.js'
import type { Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { Badge, repositoryPath } from '../kit/details.js'
import { formatNumber } from '../kit/format.js'
import { List } from '../kit/lists/list.js'
import { Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

export function IssuesPage() {
  const stats = useApi('/api/issues/stats', { query: { state: 'open' } }, 60)
  return (
    <Screen
      title="Issues"
      lead="The issues of all repositories and what triage made of them, the most urgent first. The figures count open issues."
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <List
        title="All issues"
        path="/api/issues"
        fields={listIssues}
        filters={['search', 'state', 'type', 'priority', 'repo', 'label', 'unassigned', 'stale', 'owner']}
        noun={['issue', 'issues']}
        none="No issues yet. They appear when a repository is synced."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Issue', cell: (issue) => <IssueTitle issue={issue} /> },
          { head: 'Status', cell: ({ state }) => <Badge word={state} /> },
          {
            head: 'Type',
            isMinor: true,
            cell: ({ triage_type }) => (triage_type ? <Badge word={triage_type} /> : '–')
          },
          {
            head: 'Priority',
            cell: ({ triage_priority }) => (triage_priority ? <Badge word={triage_priority} /> : '–')
          },
          {
            head: 'Labels',
            isMinor: true,
            cell: ({ labels }) => <span class="clip">{labels.join(', ') || '–'}</span>
          },
          { head: 'Assigned to', isMinor: true, cell: ({ assignees }) => assignees.join(', ') || '–' },
          { head: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} /> }
        ]}
      />
    </Screen>
  )
}

function IssueTitle({ issue: { title, number, repo_full_name, duplicate_of } }: { issue: Schemas['Issue'] }) {
  return (
    <>
      <a href={`/dashboard/issues/${repo_full_name}/${number}`}>{title}</a>
      <a class="muted plain" href={repositoryPath(repo_full_name)}>
        {repo_full_name} #{number}
      </a>
      {duplicate_of !== null && <Badge word="duplicate" />}
    </>
  )
}

function Figures({ stats }: { stats: Schemas['IssueStats'] }) {
  const { open, unassigned, by_priority, by_type, stale, untriaged } = stats
  const path = '/dashboard/issues?state=open'
  return (
    <Cards
      cards={[
        { name: 'Open', value: formatNumber(open), href: path },
        { name: 'Unassigned', value: formatNumber(unassigned), href: `${path}&unassigned=true` },
        {
          name: 'Critical',
          value: formatNumber(by_priority.critical),
          href: `${path}&priority=critical`,
          isBad: by_priority.critical > 0
        },
        { name: 'Bugs', value: formatNumber(by_type.bug), href: `${path}&type=bug` },
        {
          name: 'Stale',
          value: formatNumber(stale),
          note: 'unchanged for 14 days',
          href: `${path}&stale=true`
        },
        {
          name: 'Untriaged',
          value: formatNumber(untriaged),
          note: 'of no type yet',
          href: `${path}&type=untriaged`
        }
      ]}
    />
  )
}
