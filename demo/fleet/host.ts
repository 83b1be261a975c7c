// What the host has left for the service, and what the service has asked of it by hour.
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { hostBudgets } from '#tables/host/host-budgets.js'
import { hostHours } from '#tables/host/host-hours.js'
import { modelDays } from '#tables/model/model-days.js'
import { ago, chanceOf, type Fleet } from './basics/fleet.js'

const HOURS = 72
const LIMIT = 5_000

export function addHostUsage(fleet: Fleet): void {
  const random = chanceOf(fleet, 13)
  const owners = [...new Set(fleet.homes.map(({ installationId }) => installationId))]
  for (const installationId of owners) {
    const used = 400 + random.below(2_000)
    fleet.book.add(hostBudgets, {
      credential: 'demo',
      installationId,
      resource: 'core',
      remaining: LIMIT - used,
      limit: LIMIT,
      used,
      resetAt: ago(fleet, -23 * MINUTE_MS),
      updatedAt: ago(fleet, MINUTE_MS)
    })
  }
  for (let hours = HOURS; hours >= 0; hours -= 1) {
    const hour = new Date(Math.floor(ago(fleet, hours * HOUR_MS).getTime() / HOUR_MS) * HOUR_MS)
    const requests = 200 + random.below(900)
    const hits = Math.floor(requests * 0.7)
    fleet.book.add(hostHours, {
      hour,
      lane: 0,
      requests,
      errors: random.below(6),
      hits,
      misses: requests - hits
    })
  }
  for (let days = 0; days < 7; days += 1)
    fleet.book.add(modelDays, {
      day: ago(fleet, days * 24 * HOUR_MS)
        .toISOString()
        .slice(0, 10),
      tokens: 20_000 + random.below(60_000)
    })
}
