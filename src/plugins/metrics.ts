// What an operator watches, in the Prometheus format, and one log line per request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.js'
import { deliveryStates } from '../store/deliveries.js'
import { liveBudgets } from '../store/host.js'
import { pathOf } from './errors.js'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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

/** The path without its query, which may hold what nobody should write down. */
function logRequest(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const caller = request.caller?.principal
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      ip: request.ip,
      caller
    },
    'request'
  )
}

interface Observation {
  method: string
  route: string
  status: number
  seconds: number
}

interface Series {
  requests: Counter.Internal
  latency: Histogram.Internal<string>
}

function requestObserver(registry: Registry): (observation: Observation) => void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry]
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its reply.',
    labelNames: ['method', 'route'],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [registry]
  })
  // Looking a series up by its labels costs more than counting, so each is looked up once.
  const known = new Map<string, Series>()
  return ({ method, route, status, seconds }) => {
    const name = `${method} ${status} ${route}`
    let series = known.get(name)
    if (!series) {
      series = {
        requests: requests.labels({ method, route, status }),
        latency: latency.labels({ method, route })
      }
      known.set(name, series)
    }
    series.requests.inc()
    series.latency.observe(seconds)
  }
}

/** Read from the database when they are asked for, so that every process tells the same. */
function addGauges(registry: Registry, deps: Deps): void {
  addGauge(registry, deps, {
    name: 'jobs',
    help: 'Jobs by name and state.',
    labelNames: ['name', 'state'],
    async read(set) {
      for (const { count, ...labels } of await deps.queue.counts()) set(labels, count)
    }
  })
  addGauge(registry, deps, {
    name: 'webhook_deliveries',
    help: 'Deliveries on record by state.',
    labelNames: ['state'],
    async read(set) {
      for (const [state, count] of Object.entries(await deliveryStates(deps.db))) set({ state }, count)
    }
  })
  addGauge(registry, deps, {
    name: 'host_budget_remaining',
    help: 'Calls of the host that are left until the reset, by installation (0: the App itself) and resource.',
    labelNames: ['installation', 'resource'],
    async read(set) {
      for (const { installationId, resource, remaining } of await liveBudgets(deps.db, deps.now()))
        set({ installation: String(installationId), resource }, remaining)
    }
  })
}

interface GaugeParts {
  name: string
  help: string
  labelNames: string[]
  read(set: (labels: Record<string, string>, count: number) => void): Promise<void>
}

/** While the database does not answer, its numbers are absent, and those of the process are shown all the same. */
function addGauge(registry: Registry, { log }: Deps, { read, ...parts }: GaugeParts): void {
  new Gauge({
    ...parts,
    registers: [registry],
    async collect() {
      this.reset()
      await read((labels, count) => this.set(labels, count)).catch((error: unknown) =>
        log.warn({ err: error }, 'a metric could not be read')
      )
    }
  })
}
