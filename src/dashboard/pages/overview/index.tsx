// The home page: what needs a person, how the fleet is, and what happened last.
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber, formatPercent } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { FleetFigures } from './figures.js'
import { InProgress } from './in-progress.js'
import { NeedsYou } from './needs-you.js'

const EVERY_SECONDS = 60
const FEW = 5

export function OverviewPage() {
  return (
    <Screen
      title="Overview"
      lead="What needs a person, how the repositories are, and what the service decided."
    >
      <NeedsYou />
      <InProgress />
      <FleetFigures />
      <div class="halves">
        <UrgentIssues />
        <RecentFailures />
        <LeastReady />
        <LeastHealthy />
      </div>
      <Decisions />
    </Screen>
  )
}

/** The API lists the highest priority first. */
function UrgentIssues() {
  const issues = useApi('/api/issues', { query: { state: 'open', per_page: FEW } }, EVERY_SECONDS)
  return (
    <Section title="Most urgent open issues" state={issues}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No issues are open.</Empty>
        ) : (
          <RowTable
            label="Most urgent open issues"
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              {
                head: 'Issue',
                cell: ({ title, repo_full_name, number }) => (
                  <a href={`/dashboard/issues/${repo_full_name}/${number}`}>{title}</a>
                )
              },
              {
                head: 'Priority',
                cell: ({ triage_priority }) => (triage_priority ? <Badge word={triage_priority} /> : '–')
              },
              { head: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} /> }
            ]}
          />
        )
      }
    </Section>
  )
}

function RecentFailures() {
  const runs = useApi('/api/ci', { query: { conclusion: 'failure', per_page: FEW } }, EVERY_SECONDS)
  return (
    <Section title="Recent failed runs" state={runs}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No run has failed.</Empty>
        ) : (
          <RowTable
            label="Recent failed runs"
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              {
                head: 'Run',
                cell: ({ workflow_name, host_run_id, repo_full_name }) => (
                  <>
                    <a href={`/dashboard/runs/${host_run_id}`}>{workflow_name}</a>
                    <span class="muted">{repo_full_name}</span>
                  </>
                )
              },
              {
                head: 'Failure',
                cell: ({ heal_failure_type }) => (heal_failure_type ? formatName(heal_failure_type) : '–')
              },
              { head: 'Healing', cell: ({ heal_status }) => <Badge word={heal_status} /> },
              { head: 'Started', isMinor: true, cell: ({ created_at }) => <Time at={created_at} /> }
            ]}
          />
        )
      }
    </Section>
  )
}

function LeastReady() {
  const query = { sort: 'score', order: 'asc', per_page: FEW } as const
  const readiness = useApi('/api/readiness', { query }, EVERY_SECONDS)
  return (
    <Section title="Least ready" state={readiness}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No repositories yet. Install the app on one, and it appears here.</Empty>
        ) : (
          <RowTable
            label="Least ready"
            rows={data}
            rowKey={({ repo }) => repo}
            columns={[
              {
                head: 'Repository',
                cell: ({ repo, score }) => (
                  <>
                    <a href={`/dashboard/readiness/${repo}`}>{repo}</a>
                    <span class="muted">{formatNumber(score)} of 100</span>
                  </>
                )
              },
              {
                head: 'Lacks',
                cell: ({ checks }) =>
                  checks
                    .filter(({ status }) => status === 'failed')
                    .map(({ label }) => label)
                    .join(', ') || '–'
              }
            ]}
          />
        )
      }
    </Section>
  )
}

function LeastHealthy() {
  const health = useApi('/api/insights/repos', { query: { sort: 'health', per_page: FEW } }, EVERY_SECONDS)
  return (
    <Section title="Least healthy" state={health}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No repositories yet. Install the app on one, and it appears here.</Empty>
        ) : (
          <RowTable
            label="Least healthy"
            rows={data}
            rowKey={({ full_name }) => full_name}
            columns={[
              {
                head: 'Repository',
                cell: ({ full_name }) => <a href={`/dashboard/insights/${full_name}`}>{full_name}</a>
              },
              { head: 'Health', cell: ({ health_status }) => <Badge word={health_status} /> },
              { head: 'Passing in 30 days', cell: ({ ci_pass_rate }) => formatPercent(ci_pass_rate) }
            ]}
          />
        )
      }
    </Section>
  )
}

function Decisions() {
  const summary = useApi('/api/decisions/summary', {}, EVERY_SECONDS)
  return (
    <Section title="All decisions so far" state={summary}>
      {({ totals: { acted, skipped, dry_run, blocked, error } }) => (
        <Cards
          cards={[
            { name: 'Acted', value: formatNumber(acted), href: '/dashboard/decisions?decision=acted' },
            { name: 'Skipped', value: formatNumber(skipped), href: '/dashboard/decisions?decision=skipped' },
            { name: 'Dry run', value: formatNumber(dry_run), href: '/dashboard/dry-run' },
            { name: 'Blocked', value: formatNumber(blocked), href: '/dashboard/decisions?decision=blocked' },
            {
              name: 'Error',
              value: formatNumber(error),
              href: '/dashboard/decisions?decision=error',
              isBad: error > 0
            }
          ]}
        />
      )}
    </Section>
  )
}
