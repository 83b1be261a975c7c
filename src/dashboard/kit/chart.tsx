// Charts as inline SVG. The bars are decoration for eyes; a table behind them says the same to screen readers.
import { formatNumber, formatShortNumber } from './format.js'

export interface ChartPoint {
  label: string
  value: number | null
  /** The part of the value that went wrong. */
  bad?: number
}

interface ChartProps {
  title: string
  points: readonly ChartPoint[]
  /** What a value counts, such as “deliveries”. */
  unit: string
  /** What the bad part counts. */
  badUnit?: string
  format?: (value: number) => string
  /** The top of the chart; the highest value unless given. */
  most?: number
}

const HEIGHT = 100
const LEAST_HEIGHT = 1.5
const MOST_LABELS = 7

export function BarChart({ title, points, unit, badUnit, format = formatNumber, most }: ChartProps) {
  const highest = most ?? Math.max(0, ...points.map(({ value }) => value ?? 0))
  const heightOf = (value: number) =>
    value === 0 ? 0 : Math.max(LEAST_HEIGHT, (value / (highest || 1)) * HEIGHT)
  const step = Math.ceil(points.length / MOST_LABELS)
  const short = most === undefined ? formatShortNumber : format
  return (
    <figure class="chart">
      <div class="bars" aria-hidden="true">
        {points.map(({ label, value, bad = 0 }, at) => (
          <div key={label} title={`${label}: ${value === null ? 'none' : format(value)} ${unit}`}>
            <span class="count">{value ? short(value) : ''}</span>
            <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <Bar height={heightOf(value ?? 0)} />
              <Bar height={heightOf(bad)} isBad />
            </svg>
            <span class="muted">{at % step === 0 ? label : ''}</span>
          </div>
        ))}
      </div>
      <ChartTable title={title} points={points} unit={unit} badUnit={badUnit} format={format} />
    </figure>
  )
}

function Bar({ height, isBad = false }: { height: number; isBad?: boolean }) {
  return <rect class={isBad ? 'bad' : ''} x="0" y={HEIGHT - height} width="100" height={height} />
}

type TableProps = Required<Pick<ChartProps, 'title' | 'points' | 'unit' | 'format'>> & {
  badUnit: string | undefined
}

function ChartTable({ title, points, unit, badUnit, format }: TableProps) {
  return (
    <div class="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">{unit}</th>
            {badUnit && <th scope="col">{badUnit}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value, bad = 0 }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value === null ? 'none' : format(value)}</td>
              {badUnit && <td>{format(bad)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A share of a whole as a thin bar beside its figure. */
export function ShareBar({ part, children }: { part: number; children: string }) {
  return (
    <span class="share">
      {children}
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(0, Math.min(1, part)) * 100} height="1" />
      </svg>
    </span>
  )
}
