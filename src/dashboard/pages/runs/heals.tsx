// What healing has made of failed runs: repairs, their pull requests, and how often that helps.
import { listHeals } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart, ShareBar } from '../../kit/charts/chart.js'
import { Badge, OutsideLink, repositoryPath } from '../../kit/details.js'
import { formatDay, formatName, formatNumber, formatPercent } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Heal = Schemas['HealAttempt']
type Stats = Schemas['HealStats']

export function HealsPage() {
  const stats = useApi('/api/heal/stats', {}, 60)
  return (
    <Screen
      title="Heal history"
      lead={
        <>
          How failed <a href="/dashboard/runs">runs</a> were diagnosed and repaired, and whether that helped.
        </>
      }
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => (
          <>
            <Figures stats={figures} />
            <div class="halves after-cards">
              <div>
                <h2>Attempts of the last 14 days</h2>
                <Trend trend={figures.trend} />
              </div>
              <div>
                <h2>All attempts by kind of failure</h2>
                <Kinds kinds={figures.by_type} />
              </div>
            </div>
          </>
        )}
      </Section>
      <List
        title="All attempts"
        path="/api/heal"
        fields={listHeals}
        filters={['status', 'pr_status', 'failure_type', 'outcome', 'trigger', 'repo']}
        everySeconds={20}
        noun={['attempt', 'attempts']}
        none="No attempts yet. They appear when a run fails while healing is on."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Run', cell: (heal) => <RunLink heal={heal} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          {
            head: 'Failure',
            cell: ({ failure_type }) => (failure_type ? formatName(failure_type) : '–')
          },
          { head: 'Repair', cell: (heal) => <Repair heal={heal} /> },
          {
            head: 'Outcome',
            isMinor: true,
            cell: ({ outcome }) => (outcome ? <Badge word={outcome} /> : '–')
          },
          { head: 'Why', isMinor: true, cell: (heal) => <Why heal={heal} /> },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

function RunLink({ heal: { host_run_id, workflow_name, repo_full_name } }: { heal: Heal }) {
  return (
    <>
      <a href={`/dashboard/runs/${host_run_id}`}>{workflow_name}</a>
      <a class="muted plain" href={repositoryPath(repo_full_name)}>
        {repo_full_name}
      </a>
    </>
  )
}

function Repair({ heal: { strategy, repair, pr_number, pr_url, pr_status } }: { heal: Heal }) {
  if (pr_number === null) return <>{strategy ? formatName(strategy) : '–'}</>
  return (
    <>
      {repair && formatName(repair)} <OutsideLink href={pr_url}>#{pr_number}</OutsideLink>{' '}
      {pr_status && <Badge word={pr_status} />}
    </>
  )
}

function Why({ heal: { skip_reason, error, root_cause, decision_id } }: { heal: Heal }) {
  const words = error ?? (skip_reason && formatName(skip_reason)) ?? root_cause ?? '–'
  return (
    <span class="clip">
      {decision_id === null ? words : <a href={`/dashboard/decisions/${decision_id}`}>{words}</a>}
    </span>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const { success_rate, total, verified_rate, prs, flakes, repos_healed, skipped } = stats
  const path = '/dashboard/heal'
  return (
    <Cards
      cards={[
        {
          name: 'Healed',
          value: formatPercent(success_rate),
          note: `of ${formatNumber(total)} finished attempts so far`,
          href: `${path}?status=healed`
        },
        {
          name: 'Shown to have helped',
          value: formatPercent(verified_rate),
          note: 'a later run passed',
          href: `${path}?outcome=verified`
        },
        {
          name: 'Open pull requests',
          value: formatNumber(prs.open),
          note: `${formatNumber(prs.merged)} merged, ${formatNumber(prs.closed)} closed`,
          href: `${path}?pr_status=open`
        },
        { name: 'Passed when run again', value: formatNumber(flakes), note: 'without a repair' },
        {
          name: 'Repositories healed',
          value: formatNumber(repos_healed),
          note: 'at least once',
          href: '/dashboard/repos'
        },
        {
          name: 'Skipped',
          value: formatNumber(skipped),
          note: 'each with a reason',
          href: `${path}?status=skipped`
        }
      ]}
    />
  )
}

function Trend({ trend }: Pick<Stats, 'trend'>) {
  if (trend.every(({ attempts }) => attempts === 0))
    return <Empty>No attempts in these days. They appear when a run fails while healing is on.</Empty>
  return (
    <BarChart
      title="Attempts by day, and those that did not heal"
      unit="attempts"
      badUnit="without success"
      points={trend.map(({ day, attempts, healed }) => ({
        label: formatDay(day),
        value: attempts,
        bad: attempts - healed
      }))}
    />
  )
}

function Kinds({ kinds }: { kinds: Stats['by_type'] }) {
  if (kinds.length === 0)
    return (
      <Empty>
        No failure was diagnosed yet. The kinds appear with the first run that fails while healing is on.
      </Empty>
    )
  const most = Math.max(...kinds.map(({ count }) => count))
  return (
    <RowTable
      label="By kind of failure"
      rows={kinds}
      rowKey={({ failure_type }) => failure_type}
      columns={[
        {
          head: 'Failure',
          cell: ({ failure_type }) => (
            <a href={`/dashboard/heal?failure_type=${failure_type}`}>{formatName(failure_type)}</a>
          )
        },
        {
          head: 'Attempts',
          cell: ({ count }) => <ShareBar part={count / (most || 1)}>{formatNumber(count)}</ShareBar>
        },
        { head: 'Healed', cell: ({ healed }) => formatNumber(healed) },
        { head: 'Merged', cell: ({ merged }) => formatNumber(merged) }
      ]}
    />
  )
}
