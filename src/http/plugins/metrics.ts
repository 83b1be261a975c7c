// Prometheus metrics, and one log line per request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '#deps.js'
import type { GaugeMetric } from '#registry.js'
import { withTimeout } from '#runtime/timeout.js'
import { clientAddressOf } from './client-address.js'
import { pathOf } from './errors.js'
import { requestObserver } from './latency.js'
import { METRIC_PREFIX } from './metric-prefix.js'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  app.decorate('metrics', registry)
  app.addHook('onReady', async () => collectDefaultMetrics({ register: registry }))
  const observe = requestObserver(registry)
  addGauges(registry, deps)
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unmatched'
    const status = reply.statusCode
    const ms = reply.elapsedTime
    observe({ method, route, status, seconds: ms / 1000 })
    logRequest(request, reply, ms)
    done()
  })
}

/** Logs the path without its query, which may contain secrets. */
function logRequest(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const caller = request.caller?.principal
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      ip: clientAddressOf(request),
      caller
    },
    'request'
  )
}

/** Gauges are read from the database on a scrape, so that every process reports the same. */
function addGauges(registry: Registry, deps: Deps): void {
  for (const gauge of deps.registry.gauges) addGauge(registry, deps, gauge)
}

/** Half of what a scraper usually waits. */
const GAUGE_PATIENCE_MS = 5_000

/** If the database does not respond in time, its gauges are missing, and those of the process are still reported. */
function addGauge(registry: Registry, deps: Deps, { name, help, read, labelNames }: GaugeMetric): void {
  new Gauge({
    name: `${METRIC_PREFIX}${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      let isLate = false
      const set = (labels: Record<string, string>, count: number) => {
        if (!isLate) this.set(labels, count)
      }
      await withTimeout(GAUGE_PATIENCE_MS, read(deps, set)).catch((error: unknown) => {
        isLate = true
        deps.log.warn({ err: error }, 'Metric could not be read')
      })
    }
  })
}
