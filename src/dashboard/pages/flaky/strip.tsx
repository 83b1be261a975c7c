// The history of a test at a glance. Height says the same as colour; the table of the page says it to screen readers.
import type { Schemas } from '../../kit/api.js'
import { formatInstant, formatName, formatPercent } from '../../kit/format.js'

type TestResult = Schemas['TestResult']

const HEIGHT = 40
const STEP = 10
const WIDTH = 8
/** A young history does not fill the strip with a few broad marks. */
const LEAST_MARKS = 30

const HEIGHTS: Readonly<Record<TestResult['result'], number>> = {
  passed: 14,
  retried: 28,
  failed: HEIGHT,
  errored: HEIGHT,
  skipped: 4
}

type Remembered = NonNullable<Schemas['FlakyTest']['recent_results']>

/** The latest results in a row of a list, the oldest on the left. */
export function SmallStrip({ results }: { results: Remembered }) {
  if (results.length === 0) return null
  const failed = results.filter((result) => result !== 'passed').length
  return (
    <svg
      class="small-history"
      viewBox={`0 0 ${LEAST_MARKS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${failed} of ${results.length} failed or were retried`}
    >
      {results.map((result, at) => (
        <rect
          key={at}
          class={result}
          x={(LEAST_MARKS - results.length + at) * STEP}
          y={HEIGHT - HEIGHTS[result]}
          width={WIDTH}
          height={HEIGHTS[result]}
        />
      ))}
    </svg>
  )
}

/** The oldest result is on the left. */
export function HistoryStrip({ results }: { results: readonly TestResult[] }) {
  const marks = results.toReversed()
  const width = Math.max(LEAST_MARKS, marks.length) * STEP
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {marks.map(({ run_id, attempt, result, ran_at }, at) => (
          <rect
            key={`${run_id} ${attempt}`}
            class={result}
            x={at * STEP}
            y={HEIGHT - HEIGHTS[result]}
            width={WIDTH}
            height={HEIGHTS[result]}
          >
            <title>{`${formatName(result)}, ${formatInstant(new Date(ran_at))}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="muted">
        {(['passed', 'retried', 'failed', 'skipped'] as const).map((result) => (
          <span key={result}>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
              <rect class={result} y={HEIGHT - HEIGHTS[result]} width={WIDTH} height={HEIGHTS[result]} />
            </svg>
            {formatName(result)}
          </span>
        ))}
        <span>The latest is on the right.</span>
      </figcaption>
    </figure>
  )
}

/** How often it fails, and how sure that is. */
export function RateInterval({ rate: { mean, lower, upper } }: { rate: Schemas['FailureRate'] }) {
  return (
    <span class="interval">
      {`${formatPercent(mean)}, between ${formatPercent(lower)} and ${formatPercent(upper)}`}
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="range" x={lower * 100} y="2" width={Math.max(1, (upper - lower) * 100)} height="2" />
        <rect class="mean" x={Math.min(99, mean * 100)} width="1" height="6" />
      </svg>
    </span>
  )
}
