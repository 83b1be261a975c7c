// The health of the whole system: what everybody may know, and what operators need to find the cause.
import type { Deps, JobBacklog } from '#deps.js'
import type { Health } from '#schemas/operation/health.js'
import type { SystemHealth } from '#schemas/operation/system.js'
import { deliveryStates, oldestWaitingDelivery } from '#store/deliveries/deliveries.js'
import { databaseSize, probeDatabase } from '#store/sql/probes.js'
import { readWithin } from './health.js'

export async function loadSystemHealth(deps: Deps, check: () => Promise<Health>): Promise<SystemHealth> {
  const [health, latency, size, backlogs, deliveries] = await Promise.all([
    check(),
    readWithin(() => databaseLatency(deps)),
    readWithin(() => databaseSize(deps.db)),
    readWithin(() => deps.queue.backlogs()),
    readWithin(() => deliveryBacklog(deps))
  ])
  const uptime = process.uptime()
  return {
    health,
    started_at: new Date(deps.now().getTime() - uptime * 1000).toISOString(),
    uptime_seconds: Math.floor(uptime),
    database: { latency_ms: latency, size_bytes: size },
    queues: backlogs?.map(shown) ?? null,
    deliveries
  }
}

async function databaseLatency({ db }: Deps): Promise<number> {
  const startedAt = performance.now()
  await probeDatabase(db)
  return Math.round((performance.now() - startedAt) * 10) / 10
}

async function deliveryBacklog({ db }: Deps): Promise<SystemHealth['deliveries']> {
  const [{ received, queued, failed, dead }, oldest] = await Promise.all([
    deliveryStates(db),
    oldestWaitingDelivery(db)
  ])
  return { waiting: received + queued, failed, dead, oldest_waiting_at: oldest?.toISOString() ?? null }
}

function shown({ oldestWaitingMs, name, waiting, later, running, failed }: JobBacklog) {
  return { name, waiting, later, running, failed, oldest_waiting_ms: oldestWaitingMs }
}
