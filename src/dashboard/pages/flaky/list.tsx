// Tests that fail without a reason in the code, what they cost, and which of them are in quarantine.
import { listFlakyTests } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatCount, formatDay, formatNumber, formatPercent } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { TestAnswers } from './answers.js'
import { SmallStrip } from './strip.js'

type FlakyTest = Schemas['FlakyTest']

export function FlakyTestsPage() {
  const statistics = useApi('/api/phase3/flaky/stats', {}, 60)
  return (
    <Screen
      title="Flaky tests"
      lead="Tests that fail without a cause in the code. The service ignores the failures of those in quarantine until it ends."
    >
      <Section title="Figures" isTitleUnseen state={statistics}>
        {({ summary, trend }) => (
          <>
            <Figures summary={summary} />
            <h2 class="after-cards">Failures by day, last {trend.length} days</h2>
            <Trend trend={trend} />
          </>
        )}
      </Section>
      <List
        title="All tests"
        path="/api/phase3/flaky"
        params={{ query: { history: true } }}
        fields={listFlakyTests}
        filters={['status', 'quarantined', 'quarantine_ends_within_days', 'min_score', 'repo']}
        noun={['test', 'tests']}
        none="No tests yet. They appear when runs upload their test reports."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Test', cell: (test) => <TestName test={test} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Verdict', cell: ({ standing }) => <Badge word={standing} /> },
          { head: 'Latest results', cell: (test) => <LatestResults test={test} /> },
          { head: 'Last failed', isMinor: true, cell: ({ last_failed_at }) => <Time at={last_failed_at} /> },
          {
            head: 'Quarantine ends',
            isMinor: true,
            cell: ({ quarantine_expires_at }) => <Time at={quarantine_expires_at} />
          },
          {
            head: 'Answer',
            cell: (test) => (
              <span class="row-tools">
                <TestAnswers test={test} />
              </span>
            )
          }
        ]}
      />
    </Screen>
  )
}

function TestName({ test: { id, test_name, test_suite, repo_full_name } }: { test: FlakyTest }) {
  return (
    <>
      <a href={`/dashboard/flaky/${id}`}>{test_name}</a>
      <span class="muted">
        {test_suite}, <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>
      </span>
    </>
  )
}

function LatestResults({
  test: { recent_results = [], fail_count, run_count, failure_pct }
}: {
  test: FlakyTest
}) {
  return (
    <>
      <SmallStrip results={recent_results} />
      <span class="muted unbroken">
        {formatPercent(failure_pct / 100)} failed, {formatNumber(fail_count)} of {formatNumber(run_count)}
      </span>
    </>
  )
}

function Figures({ summary }: Pick<Schemas['FlakyStatistics'], 'summary'>) {
  const { total_tracked, quarantined, graduated, high_flakiness, repos_affected } = summary
  const path = '/dashboard/flaky'
  return (
    <Cards
      cards={[
        {
          name: 'Tracked',
          value: formatNumber(total_tracked),
          note: `in ${formatCount(repos_affected, 'repository', 'repositories')}`,
          href: path
        },
        {
          name: 'In quarantine',
          value: formatNumber(quarantined),
          note: 'their failures are ignored',
          href: `${path}?quarantined=true`
        },
        {
          name: 'Graduated',
          value: formatNumber(graduated),
          note: 'stable again',
          href: `${path}?status=graduated`
        },
        {
          name: 'Very flaky',
          value: formatNumber(high_flakiness),
          note: 'fail in half of their runs or more',
          href: `${path}?min_score=0.5`,
          isBad: high_flakiness > 0
        }
      ]}
    />
  )
}

function Trend({ trend }: Pick<Schemas['FlakyStatistics'], 'trend'>) {
  if (trend.every(({ total }) => total === 0)) return <Empty>No test reports in these days.</Empty>
  return (
    <BarChart
      title="Failures by day"
      unit="failures"
      points={trend.map(({ day, failures }) => ({ label: formatDay(day), value: failures }))}
    />
  )
}
