// Charts as inline SVG. The bars are decoration for eyes; a table behind them says the same to screen readers.

import { formatNumber, formatShortNumber } from '../format.js'
import { ChartTable } from './chart-table.js'

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

export const HEIGHT = 100
const LEAST_HEIGHT = 1.5
const MOST_LABELS = 7

/** A value that is there is seen, however small it is beside the highest. */
export const barHeight = (value: number, highest: number): number =>
  value === 0 ? 0 : Math.max(LEAST_HEIGHT, (value / (highest || 1)) * HEIGHT)

/** Every how many bars have a label. */
export const labelStep = (bars: number): number => Math.ceil(bars / MOST_LABELS)

export function BarChart({ title, points, unit, badUnit, format = formatNumber, most }: ChartProps) {
  const highest = most ?? Math.max(0, ...points.map(({ value }) => value ?? 0))
  const heightOf = (value: number) => barHeight(value, highest)
  const step = labelStep(points.length)
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
      <ChartTable
        title={title}
        what="Period"
        heads={[unit, ...(badUnit ? [badUnit] : [])]}
        rows={points.map(({ label, value, bad = 0 }) => ({
          label,
          cells: [value === null ? 'none' : format(value), ...(badUnit ? [format(bad)] : [])]
        }))}
      />
    </figure>
  )
}

function Bar({ height, isBad = false }: { height: number; isBad?: boolean }) {
  return <rect class={isBad ? 'bad' : ''} x="0" y={HEIGHT - height} width="100" height={height} />
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
