// One repository: its sync, health and readiness, and the ways to everything about it.
import { syncRepo } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, type Fact, Facts } from '../../kit/details.js'
import {
  formatDay,
  formatMoments,
  formatName,
  formatNumber,
  formatPercent,
  formatWait
} from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

export function RepositoryPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const repository = useApi('/api/repos/{owner}/{repo}', { path }, 20)
  const insights = useApi('/api/insights/repos/{owner}/{repo}', { path }, 60)
  const readiness = useApi('/api/readiness/{owner}/{repo}', { path }, 60)
  return (
    <Screen
      title={name}
      lead="How the repository is, and the ways to all that the service knows of it."
      tools={<Sync path={path} />}
    >
      <Section title="Figures" isTitleUnseen state={repository}>
        {(data) => <Figures name={name} repository={data} />}
      </Section>
      <ul class="ways">
        {waysFrom(name).map(([title, href]) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
      <div class="halves">
        <Section title="Readiness" state={readiness}>
          {(data) => <Readiness name={name} readiness={data} />}
        </Section>
        <Section title="Runs of the last 14 days" state={insights}>
          {({ ci_trend }) => <RunsByDay days={ci_trend} />}
        </Section>
        <Section title="Sync" state={repository}>
          {({ sync }) => <SyncState sync={sync} />}
        </Section>
        <Section title="Health" state={insights}>
          {(data) => <Facts facts={healthFacts(name, data)} />}
        </Section>
      </div>
    </Screen>
  )
}

function Sync({ path }: { path: { owner: string; repo: string } }) {
  return (
    <ActionButton
      label="Sync"
      explanation="The mirror is compared with the host."
      fields={syncRepo}
      send={(body) => callApi(apiClient.POST('/api/repos/{owner}/{repo}/sync', { params: { path }, body }))}
    />
  )
}

function waysFrom(name: string): (readonly [title: string, href: string])[] {
  const of = (page: string) => `/dashboard/${page}?repo=${encodeURIComponent(name)}`
  return [
    ['Insights', `/dashboard/insights/${name}`],
    ['Readiness', `/dashboard/readiness/${name}`],
    ['Issues', of('issues')],
    ['Pull requests', of('pull-requests')],
    ['Runs', of('runs')],
    ['Heal history', of('heal')],
    ['Fix attempts', `/dashboard/fix/${name}`],
    ['Triage quality', of('triage')],
    ['Duplicates', of('duplicates')],
    ['Merge queue', `/dashboard/queue/${name}`],
    ['Rollbacks', of('rollbacks')],
    ['Flaky tests', of('flaky')],
    ['Reviews', `/dashboard/reviews/${name}`],
    ['Dependencies', `/dashboard/dependencies/${name}`],
    ['Quality gates', `/dashboard/gates/${name}`],
    ['Actions', of('actions')],
    ['Decisions', of('decisions')],
    ['Dry run', of('dry-run')],
    ['Waivers', of('waivers')],
    ['Violations', of('violations')],
    ['Telemetry', of('telemetry')],
    ['Checked files', of('config-results')],
    ['Maintenance', `/dashboard/maintainer/${name}`],
    ['Wanted and found', `/dashboard/reconciler/${name}`],
    ['Activity', of('activity')]
  ]
}

function Figures({ name, repository }: { name: string; repository: Schemas['RepoDetail'] }) {
  const { open_issue_count, closed_issue_count, open_pr_count, merged_pr_count, ci_pass_rate, stars } =
    repository
  const repo = encodeURIComponent(name)
  return (
    <Cards
      cards={[
        {
          name: 'Open issues',
          value: formatNumber(open_issue_count),
          note: `${formatNumber(closed_issue_count)} closed`,
          href: `/dashboard/issues?state=open&repo=${repo}`
        },
        {
          name: 'Open pull requests',
          value: formatNumber(open_pr_count),
          note: `${formatNumber(merged_pr_count)} merged`,
          href: `/dashboard/pull-requests?state=open&repo=${repo}`
        },
        {
          name: 'Passing runs',
          value: formatPercent(ci_pass_rate),
          note: 'in 30 days',
          href: `/dashboard/runs?repo=${repo}`
        },
        { name: 'Stars', value: formatNumber(stars), note: repository.language ?? undefined }
      ]}
    />
  )
}

function Readiness({
  name,
  readiness: { score, checks }
}: {
  name: string
  readiness: Schemas['Readiness']
}) {
  return (
    <>
      <p>
        <strong>{formatNumber(score)}</strong> of 100 points.{' '}
        <a href={`/dashboard/readiness/${name}`}>What each check needs</a>
      </p>
      <RowTable
        label="Readiness checks"
        rows={checks}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Check', cell: ({ label }) => label },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Points', isMinor: true, cell: ({ weight }) => formatNumber(weight) },
          { head: 'Found', cell: ({ detail }) => formatMoments(detail) }
        ]}
      />
    </>
  )
}

function RunsByDay({ days }: { days: Schemas['RepoInsights']['ci_trend'] }) {
  if (days.length === 0)
    return (
      <Empty>
        No runs in these days. They appear with the webhooks of the repository, or when it is synced.
      </Empty>
    )
  return (
    <BarChart
      title="Runs by day"
      unit="runs"
      badUnit="failed"
      points={days.map(({ day, total, failure }) => ({ label: formatDay(day), value: total, bad: failure }))}
    />
  )
}

function SyncState({ sync }: { sync: Schemas['Sync'] }) {
  const { status, phase, last_error, finished_at, next_attempt_at, parts } = sync
  return (
    <>
      <Facts
        facts={[
          ['Status', <Badge key="status" word={status} />],
          ['Phase', phase ? formatName(phase) : 'none'],
          ['Finished', <Time key="finished" at={finished_at} />],
          [
            'Next attempt',
            next_attempt_at === null ? 'none needed' : <Time key="next" at={next_attempt_at} />
          ],
          ['Error', last_error ?? 'none']
        ]}
      />
      <RowTable
        label="Parts of the sync"
        rows={parts}
        rowKey={({ part }) => part}
        columns={[
          { head: 'Part', cell: ({ part }) => formatName(part) },
          { head: 'Seen', cell: ({ seen }) => formatNumber(seen) },
          { head: 'Changed', cell: ({ changed }) => formatNumber(changed) },
          { head: 'Finished', cell: ({ finished_at: at }) => <Time at={at} /> }
        ]}
      />
    </>
  )
}

function healthFacts(name: string, { health, heal, triage, merge_time }: Schemas['RepoInsights']): Fact[] {
  const counted = (count: number, path: string) => (
    <a key={path} href={`/dashboard/${path}&repo=${encodeURIComponent(name)}`}>
      {formatNumber(count)}
    </a>
  )
  const { p50_hours } = merge_time
  return [
    ['Health', <Badge key="health" word={health.health_status} />],
    ['Score', `${formatNumber(health.health_score)} of 100`],
    ['Stale issues', counted(health.stale_issues, 'issues?state=open&stale=true')],
    ['Stale pull requests', counted(health.stale_prs, 'pull-requests?state=open')],
    ['Failures not healed in 30 days', counted(health.unhealed_failures, 'runs?conclusion=failure')],
    ['Healed in 30 days', formatPercent(heal.success_rate)],
    ['Issues triaged', formatPercent(triage.coverage)],
    ['Median time to merge', p50_hours === null ? null : formatWait(p50_hours * 3600)]
  ]
}
