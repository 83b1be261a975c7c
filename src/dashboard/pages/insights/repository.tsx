// How one repository fares: what its health is made of, how it moves, and how long things take.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, type Fact, Facts, repositoryPath } from '../../kit/details.js'
import { formatNumber, formatPercent, NOTHING } from '../../kit/format.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { IssueVelocity, PullVelocity, RunTrend } from './charts.js'

type Insights = Schemas['RepoInsights']

export function RepositoryInsightsPage({ params: { owner = '', repo = '' } }: PageProps) {
  const insights = useApi('/api/insights/repos/{owner}/{repo}', { path: { owner, repo } }, 60)
  const name = `${owner}/${repo}`
  return (
    <Screen title="Insights" lead={<a href={repositoryPath(name)}>{name}</a>}>
      <Section title="Figures" isTitleUnseen state={insights}>
        {(data) => <Everything insights={data} name={name} />}
      </Section>
    </Screen>
  )
}

function Everything({ insights, name }: { insights: Insights; name: string }) {
  const { velocity, ci_trend, merge_time } = insights
  return (
    <>
      <Figures insights={insights} name={name} />
      <div class="halves after-cards">
        <div>
          <h2>Issues, the last {formatNumber(velocity.days)} days</h2>
          <IssueVelocity velocity={velocity} />
        </div>
        <div>
          <h2>Pull requests, the last {formatNumber(velocity.days)} days</h2>
          <PullVelocity velocity={velocity} />
        </div>
        <div>
          <h2>Runs, the last 14 days</h2>
          <RunTrend days={ci_trend} />
        </div>
        <div>
          <h2>Time to merge</h2>
          <MergeTimes times={merge_time} />
        </div>
      </div>
      <h2>What the health is made of</h2>
      <Facts facts={healthFacts(insights)} />
    </>
  )
}

function Figures({ insights: { health, triage, heal }, name }: { insights: Insights; name: string }) {
  const repo = encodeURIComponent(name)
  return (
    <Cards
      cards={[
        {
          name: 'Health',
          value: formatNumber(health.health_score),
          note: <Badge word={health.health_status} />
        },
        {
          name: 'Open issues',
          value: formatNumber(health.open_issues),
          note: `${formatNumber(health.stale_issues)} stale`,
          href: `/dashboard/issues?state=open&repo=${repo}`
        },
        {
          name: 'Open pull requests',
          value: formatNumber(health.open_prs),
          note: `${formatNumber(health.stale_prs)} stale`,
          href: `/dashboard/pull-requests?state=open&repo=${repo}`
        },
        {
          name: 'Passing runs',
          value: formatPercent(health.ci_pass_rate),
          note: `${formatNumber(health.unhealed_failures)} failures not healed`,
          href: `/dashboard/runs?repo=${repo}`
        },
        {
          name: 'Healed',
          value: formatPercent(heal.success_rate),
          note: `${formatNumber(heal.healed)} of ${formatNumber(heal.total)} runs`,
          href: `/dashboard/heal?repo=${repo}`
        },
        { name: 'Triaged', value: formatPercent(triage.coverage), href: `/dashboard/triage?repo=${repo}` }
      ]}
    />
  )
}

function MergeTimes({ times: { count, p50_hours, p90_hours, buckets } }: { times: Insights['merge_time'] }) {
  if (count === 0) return <Empty>Nothing was merged yet.</Empty>
  return (
    <>
      <BarChart
        title="Merges by the time they took"
        unit="merges"
        points={buckets.map(({ le_hours, count: merges }) => ({ label: boundOf(le_hours), value: merges }))}
      />
      <p class="muted">
        Half within {hoursOf(p50_hours)}, nine of ten within {hoursOf(p90_hours)}.
      </p>
    </>
  )
}

const boundOf = (hours: number | null): string => (hours === null ? 'longer' : `≤ ${formatNumber(hours)} h`)
const hoursOf = (hours: number | null): string => (hours === null ? NOTHING : `${formatNumber(hours)} h`)

/** The score begins at 100, and each of these takes some of it. */
function healthFacts({ score_breakdown, health }: Insights): Fact[] {
  const { issues, stale_prs, ci_failures } = score_breakdown
  const minus = (points: number) => (points === 0 ? '0' : `−${formatNumber(points)}`)
  return [
    ['For open issues', minus(issues)],
    ['For stale pull requests', minus(stale_prs)],
    ['For failed runs', minus(ci_failures)],
    ['What is left of 100', formatNumber(health.health_score)]
  ]
}
