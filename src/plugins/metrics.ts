// What an operator watches, in the Prometheus format, and one log line per request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '../deps.js'
import { deliveryStates } from '../store/deliveries.js'
import { liveBudgets } from '../store/host.js'
import { pathOf } from './errors.js'
import { requestObserver } from './latency.js'

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
