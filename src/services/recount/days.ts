// Recounts the fleet-wide counters of a day.

import type { Deps, Tx } from '#deps.js'
import { EVER, EVER_BY_NAME, type Tally } from '#domain/counters/tally.js'
import { repairCounts } from '#domain/recount/recount.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { RecountKind } from '#schemas/recount/enums.js'
import {
  type ActivityDrift,
  activityDriftForever,
  activityDriftWithin,
  repairActivitySums
} from '#store/activity/activity.js'
import { FLEET } from '#store/counters/tallies.js'
import {
  addToHours,
  countsBetween,
  countsOf,
  type DeliveryCounts,
  deliveryGroups,
  type HourChange,
  storedHours
} from '#store/deliveries/hours.js'
import { beginSnapshot, fleetDrift, repairTallies } from '#store/recount/recounts.js'
import type { Db } from '#store/sql/database.js'
import type { Hours } from '#store/sql/hours.js'

export interface DayFaults {
  tallies: Tally[]
  evidence: Tally[]
  activity: ActivityDrift[]
  deliveries: HourChange[]
}

/** How much the fleet-wide counters of a day are wrong, read in one snapshot. */
export function findDayFaults({ transaction }: Deps, day: string): Promise<DayFaults> {
  const from = new Date(`${day}T00:00:00Z`)
  const hours = { from, to: new Date(from.getTime() + DAY_MS) }
  return transaction(async (tx) => {
    await beginSnapshot(tx)
    return {
      ...(await talliesOn(tx, [day])),
      activity: await activityDriftWithin(tx, hours),
      deliveries: await findDeliveryFaults(tx, hours)
    }
  })
}

/** The same for counters of all time. */
export function findAllTimeFaults({ transaction }: Deps): Promise<DayFaults> {
  return transaction(async (tx) => {
    await beginSnapshot(tx)
    return {
      ...(await talliesOn(tx, [EVER, EVER_BY_NAME])),
      activity: await activityDriftForever(tx),
      deliveries: []
    }
  })
}

async function talliesOn(tx: Tx, days: string[]): Promise<Pick<DayFaults, 'tallies' | 'evidence'>> {
  return {
    tallies: await fleetDrift(tx, 'tallies', days),
    evidence: await fleetDrift(tx, 'evidence_tallies', days)
  }
}

/** How much the delivery counts are wrong; for all hours if none are given. */
export async function findDeliveryFaults(db: Db | Tx, hours?: Hours): Promise<HourChange[]> {
  const changesByHour = new Map<string, Map<string, DeliveryCounts>>()
  const countsAt = (hour: string, eventName: string) => {
    const events = changesByHour.get(hour) ?? new Map<string, DeliveryCounts>()
    changesByHour.set(hour, events)
    return { events, counts: events.get(eventName) ?? {} }
  }
  for (const { hour, eventName, state, hasError, deliveries } of await deliveryGroups(db, hours)) {
    const { events, counts } = countsAt(hour, eventName)
    const each = { total: 1, ...countsOf(state, hasError) }
    events.set(eventName, countsBetween(times(each, -deliveries), counts))
  }
  for (const { hour, eventName, ...stored } of await storedHours(db, hours)) {
    const { events, counts } = countsAt(hour, eventName)
    events.set(eventName, countsBetween(stored, counts))
  }
  return [...changesByHour].flatMap(([hour, events]) =>
    [...events]
      .filter(([, counts]) => Object.values(counts).some((count) => count !== 0))
      .map(([eventName, counts]) => ({ receivedAt: new Date(hour), eventName, counts }))
  )
}

function times(counts: DeliveryCounts, factor: number): DeliveryCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * factor]))
}

/** Adds the differences; returns how many counters of each kind were wrong. */
export async function repairDays(tx: Tx, faults: DayFaults): Promise<Map<RecountKind, number>> {
  const { tallies, evidence, activity, deliveries } = faults
  await repairTallies(tx, { table: 'tallies', repoId: FLEET, faults: tallies })
  await repairTallies(tx, { table: 'evidence_tallies', repoId: FLEET, faults: evidence })
  await repairActivitySums(tx, activity)
  await addToHours(tx, deliveries)
  const counts = repairCounts([...tallies, ...evidence])
  if (activity.length > 0) counts.set('activity', activity.length)
  if (deliveries.length > 0) counts.set('deliveries', deliveries.length)
  return counts
}
