// How well repositories are set up for the service: the fleet, each check, and each repository.
import { listReadiness } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { ShareBar } from '../../kit/charts/chart.js'
import { formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Fleet = Schemas['ReadinessPage']

const EVERY_SECONDS = 60

export function FleetReadinessPage() {
  const fleet = useApi('/api/readiness', { query: { per_page: 1 } }, EVERY_SECONDS)
  return (
    <Screen title="Readiness" lead="How well the repositories are set up for the service, in nine checks.">
      <Section title="Figures" isTitleUnseen state={fleet}>
        {(figures) => (
          <>
            <Figures fleet={figures} />
            <h2 class="after-cards">Coverage by check</h2>
            <Coverage coverage={figures.check_coverage} />
          </>
        )}
      </Section>
      <List
        title="Repositories"
        path="/api/readiness"
        fields={listReadiness}
        filters={['min_score', 'max_score']}
        everySeconds={EVERY_SECONDS}
        noun={['repository', 'repositories']}
        none="No repositories yet. They appear with their first delivery or sync."
        rowKey={({ repo }) => repo}
        columns={[
          {
            head: 'Repository',
            sort: 'repo',
            cell: ({ repo }) => <a href={`/dashboard/readiness/${repo}`}>{repo}</a>
          },
          {
            head: 'Score',
            sort: 'score',
            cell: ({ score }) => <ShareBar part={score / 100}>{formatNumber(score)}</ShareBar>
          },
          { head: 'Fails', cell: ({ checks }) => labelsOf(checks, 'failed') },
          { head: 'Not known yet', isMinor: true, cell: ({ checks }) => labelsOf(checks, 'not_measured') },
          { head: 'Synced', isMinor: true, cell: ({ last_synced_at }) => <Time at={last_synced_at} /> }
        ]}
      />
    </Screen>
  )
}

function labelsOf(checks: Schemas['Readiness']['checks'], wanted: string): string {
  const labels = checks.filter(({ status }) => status === wanted).map(({ label }) => label)
  return labels.join(', ') || '–'
}

function Figures({ fleet: { average_score, total_repos, check_coverage } }: { fleet: Fleet }) {
  const checks = Object.values(check_coverage)
  const complete = checks.filter(({ passed, total }) => total > 0 && passed === total).length
  return (
    <Cards
      cards={[
        { name: 'Fleet score', value: formatNumber(average_score), note: 'of 100, on average' },
        { name: 'Repositories', value: formatNumber(total_repos), href: '/dashboard/repos' },
        {
          name: 'Checks that all pass',
          value: formatNumber(complete),
          note: `of ${formatNumber(checks.length)}`
        },
        {
          name: 'Not half ready',
          value: <HalfReady />,
          note: 'a score under 50',
          href: '/dashboard/readiness?max_score=49'
        }
      ]}
    />
  )
}

/** Asked for apart, because the figures of the fleet do not hold it. */
function HalfReady() {
  const few = useApi('/api/readiness', { query: { max_score: 49, per_page: 1 } }, EVERY_SECONDS)
  return <>{few.data ? formatNumber(few.data.meta.total) : '–'}</>
}

function Coverage({ coverage }: { coverage: Fleet['check_coverage'] }) {
  const checks = Object.entries(coverage)
  if (checks.every(([, { total }]) => total === 0))
    return <Empty>Nothing is measured yet. The checks begin with the first repository.</Empty>
  return (
    <RowTable
      label="Coverage by check"
      rows={checks}
      rowKey={([id]) => id}
      columns={[
        { head: 'Check', cell: ([, { label }]) => label },
        {
          head: 'Passes in (repositories)',
          cell: ([, { passed, total }]) => (
            <ShareBar part={total === 0 ? 0 : passed / total}>{formatNumber(passed)}</ShareBar>
          )
        },
        { head: 'Measured in (repositories)', cell: ([, { total }]) => formatNumber(total) }
      ]}
    />
  )
}
