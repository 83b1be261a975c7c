// Charts of how issues, pull requests and runs go by day, of the fleet or of one repository.
import type { Schemas } from '../../kit/api.js'
import { BarChart } from '../../kit/charts/chart.js'
import { formatDay, formatNumber, NOTHING } from '../../kit/format.js'
import { Empty } from '../../kit/page.js'
import { SeriesChart } from './series-chart.js'

type VelocityFigures = Schemas['Velocity']

const isQuiet = (days: readonly object[]) =>
  days.every((day) => Object.values(day).every((value) => typeof value !== 'number' || value === 0))

const hours = (value: number | null): string =>
  value === null ? NOTHING : `${formatNumber(Math.round(value))} h`

export function IssueVelocity({ velocity }: { velocity: VelocityFigures }) {
  const { issue_velocity: days, avg_hours_to_close_issue } = velocity
  if (isQuiet(days)) return <Empty>No issue was opened or closed in these days.</Empty>
  return (
    <>
      <SeriesChart
        title="Issues opened and closed by day"
        names={['Opened', 'Closed']}
        days={days.map(({ day, opened, closed }) => ({ label: formatDay(day), values: [opened, closed] }))}
      />
      <p class="muted">On average an issue is closed after {hours(avg_hours_to_close_issue)}.</p>
    </>
  )
}

export function PullVelocity({ velocity }: { velocity: VelocityFigures }) {
  const { pr_velocity: days, avg_hours_to_merge_pr } = velocity
  if (isQuiet(days)) return <Empty>No pull request was opened, merged or closed in these days.</Empty>
  return (
    <>
      <SeriesChart
        title="Pull requests opened, merged and closed by day"
        names={['Opened', 'Merged', 'Closed unmerged']}
        days={days.map(({ day, opened, merged, closed }) => ({
          label: formatDay(day),
          values: [opened, merged, closed]
        }))}
      />
      <p class="muted">On average a pull request is merged after {hours(avg_hours_to_merge_pr)}.</p>
    </>
  )
}

export function RunTrend({ days }: { days: readonly Schemas['CiDay'][] }) {
  if (days.every(({ total }) => total === 0)) return <Empty>No runs in these days.</Empty>
  return (
    <BarChart
      title="Runs by day"
      unit="runs"
      badUnit="failed"
      points={days.map(({ day, total, failure }) => ({ label: formatDay(day), value: total, bad: failure }))}
    />
  )
}
