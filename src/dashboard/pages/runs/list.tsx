// Runs of all repositories, why they failed and what healing made of them.
import { listRuns } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, OutsideLink, repositoryPath } from '../../kit/details.js'
import { formatDay, formatName, formatNumber, formatPercent } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { Healing } from './healing.js'

/** As many as the chart has. */
const DAYS = 14

export function RunsPage() {
  const stats = useApi('/api/ci/stats', { query: { days: DAYS } }, 60)
  return (
    <Screen
      title="Runs"
      lead={
        <>
          CI runs of all repositories, why they failed, and{' '}
          <a href="/dashboard/heal">what healing has made of the failures</a>.
        </>
      }
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => (
          <>
            <Figures stats={figures} />
            <h2 class="after-cards">Passing runs of the last {DAYS} days</h2>
            <Trend trend={figures.trend} />
          </>
        )}
      </Section>
      <List
        title="All runs"
        path="/api/ci"
        fields={listRuns}
        filters={['conclusion', 'failure_type', 'heal_status', 'repo', 'branch', 'owner']}
        everySeconds={20}
        noun={['run', 'runs']}
        none="No runs yet. They appear with the webhooks of a repository, or when it is synced."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Run', cell: (run) => <RunTitle run={run} /> },
          { head: 'Result', cell: ({ conclusion, status }) => <Badge word={conclusion ?? status} /> },
          {
            head: 'Failure',
            cell: ({ heal_failure_type }) => (heal_failure_type ? formatName(heal_failure_type) : '–')
          },
          { head: 'Healing', cell: (run) => <HealingWithProposal run={run} /> },
          { head: 'Branch', isMinor: true, cell: ({ branch }) => branch },
          { head: 'Started', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

function RunTitle({ run: { host_run_id, workflow_name, repo_full_name } }: { run: Schemas['CiRun'] }) {
  return (
    <>
      <a href={`/dashboard/runs/${host_run_id}`}>{workflow_name}</a>
      <a class="muted plain" href={repositoryPath(repo_full_name)}>
        {repo_full_name}
      </a>
    </>
  )
}

function HealingWithProposal({ run }: { run: Schemas['CiRun'] }) {
  const { heal_pr_url, heal_pr_number } = run
  return (
    <>
      <Healing run={run} />{' '}
      {heal_pr_number !== null && <OutsideLink href={heal_pr_url}>#{heal_pr_number}</OutsideLink>}
    </>
  )
}

function Figures({
  stats: { success_rate, total, failure, healed, heal_success_rate }
}: {
  stats: Schemas['RunStats']
}) {
  return (
    <Cards
      cards={[
        {
          name: 'Passing',
          value: formatPercent(success_rate),
          note: `of ${formatNumber(total)} runs in ${DAYS} days`,
          href: '/dashboard/runs'
        },
        {
          name: 'Failures',
          value: formatNumber(failure),
          note: `in ${DAYS} days`,
          href: '/dashboard/runs?conclusion=failure'
        },
        {
          name: 'Healed',
          value: formatNumber(healed),
          note: `in ${DAYS} days`,
          href: '/dashboard/runs?heal_status=healed'
        },
        {
          name: 'Failures healed',
          value: formatPercent(heal_success_rate),
          note: `in ${DAYS} days`,
          href: '/dashboard/heal?status=healed'
        }
      ]}
    />
  )
}

function Trend({ trend }: Pick<Schemas['RunStats'], 'trend'>) {
  if (trend.every(({ total }) => total === 0))
    return <Empty>No runs in these days. They appear with the webhooks of a repository.</Empty>
  return (
    <BarChart
      title="Passing runs by day"
      unit="passing"
      format={formatPercent}
      most={1}
      points={trend.map(({ day, pass_rate }) => ({ label: formatDay(day), value: pass_rate }))}
    />
  )
}
