// Two or three counts for each day, side by side. The bars are for eyes; a table behind them says the same.
import { barHeight, HEIGHT, labelStep } from '../../kit/charts/chart.js'
import { ChartTable } from '../../kit/charts/chart-table.js'
import { formatNumber } from '../../kit/format.js'

interface SeriesChartProps {
  title: string
  /** What the values of a day count, in this order. */
  names: readonly string[]
  days: readonly { label: string; values: readonly number[] }[]
}

export function SeriesChart({ title, names, days }: SeriesChartProps) {
  const highest = Math.max(1, ...days.flatMap(({ values }) => values))
  const step = labelStep(days.length)
  return (
    <figure class="chart series">
      <figcaption aria-hidden="true">
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span class="muted">at most {formatNumber(highest)} a day</span>
      </figcaption>
      <div class="bars" aria-hidden="true">
        {days.map(({ label, values }, at) => (
          <div key={label} title={`${label}: ${wordsOf(names, values)}`}>
            <svg viewBox={`0 0 ${names.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {values.map((value, place) => (
                <Bar key={names[place]} value={value} highest={highest} place={place} />
              ))}
            </svg>
            <span class="muted">{at % step === 0 ? label : ''}</span>
          </div>
        ))}
      </div>
      <ChartTable
        title={title}
        what="Day"
        heads={names}
        rows={days.map(({ label, values }) => ({ label, cells: values.map((value) => formatNumber(value)) }))}
      />
    </figure>
  )
}

const wordsOf = (names: readonly string[], values: readonly number[]): string =>
  names.map((name, at) => `${formatNumber(values[at] ?? 0)} ${name.toLowerCase()}`).join(', ')

function Bar({ value, highest, place }: { value: number; highest: number; place: number }) {
  const height = barHeight(value, highest)
  return <rect x={place} y={HEIGHT - height} width="0.9" height={height} />
}
