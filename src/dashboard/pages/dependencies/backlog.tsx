// How many vulnerabilities have stood open, week by week.
import type { Schemas } from '../../kit/api.js'
import { BarChart } from '../../kit/charts/chart.js'
import { formatDay } from '../../kit/format.js'
import { Empty } from '../../kit/page.js'

export function BacklogChart({ trend }: Pick<Schemas['DependencyStats'], 'trend'>) {
  if (trend.every(({ open }) => open === 0)) return <Empty>None were open in these weeks.</Empty>
  return (
    <BarChart
      title="Open vulnerabilities by week"
      unit="open"
      points={trend.map(({ day, open }) => ({ label: formatDay(day), value: open }))}
    />
  )
}
