// Request counters and latencies, kept outside prom-client and passed to it on a scrape: prom-client looks up its
// series with each observation, which costs more than everything else about metrics.
import { Counter, Histogram, type Registry } from 'prom-client'
import { METRIC_PREFIX } from './metric-prefix.js'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NAME = `${METRIC_PREFIX}http_request_duration_seconds`
const HELP = 'Time from the arrival of a request to the end of its response.'

export interface Observation {
  method: string
  route: string
  status: number
  seconds: number
}

interface DurationSeries {
  labels: { method: string; route: string }
  /** The requests per bucket, not cumulative; the last bucket has no bound. */
  counts: number[]
  seconds: number
}

interface RequestSeries {
  labels: { method: string; route: string; status: number }
  count: number
  times: DurationSeries
}

class LatencyHistogram extends Histogram<'method' | 'route'> {
  readonly #times: () => Iterable<DurationSeries>

  constructor(times: () => Iterable<DurationSeries>, registry: Registry) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['method', 'route'],
      buckets: BUCKETS_SECONDS,
      registers: [registry]
    })
    this.#times = times
  }

  /** Overrides the series that prom-client would have counted itself. */
  async getForPromString() {
    return { name: NAME, help: HELP, type: 'histogram', values: [...this.#times()].flatMap(histogramValues) }
  }
}

function histogramValues({ labels, counts, seconds }: DurationSeries) {
  let count = 0
  const buckets = counts.map((more, at) => {
    count += more
    return {
      metricName: `${NAME}_bucket`,
      labels: { le: BUCKETS_SECONDS[at] ?? '+Inf', ...labels },
      value: count
    }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: count }
  ]
}

export function requestObserver(registry: Registry): (observation: Observation) => void {
  const requests = new Map<string, RequestSeries>()
  const times = new Map<string, DurationSeries>()
  new LatencyHistogram(() => times.values(), registry)
  new Counter({
    name: `${METRIC_PREFIX}http_requests_total`,
    help: 'Requests by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, count } of requests.values()) this.inc(labels, count)
    }
  })

  function seriesOf(name: string, { method, route, status }: Observation): RequestSeries {
    const routeKey = `${method} ${route}`
    const durations = times.get(routeKey) ?? {
      labels: { method, route },
      counts: [...BUCKETS_SECONDS, Number.POSITIVE_INFINITY].map(() => 0),
      seconds: 0
    }
    times.set(routeKey, durations)
    const series = { labels: { method, route, status }, count: 0, times: durations }
    requests.set(name, series)
    return series
  }

  return (observation) => {
    const { method, route, status, seconds } = observation
    const name = `${method} ${status} ${route}`
    const series = requests.get(name) ?? seriesOf(name, observation)
    series.count += 1
    const { counts } = series.times
    const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound)
    const at = bucket < 0 ? BUCKETS_SECONDS.length : bucket
    counts[at] = (counts[at] ?? 0) + 1
    series.times.seconds += seconds
  }
}
