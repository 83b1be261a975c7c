// Counts the sums over all repositories anew, on some days.

import type { Deps, Tx } from '#deps.js'
import { EVER, EVER_BY_NAME, type Tally } from '#domain/counters/tally.js'
import { repairCounts } from '#domain/recount/recount.js'
import type { RecountKind } from '#schemas/recount/words.js'
import {
  type ActivityFault,
  activityFaultsForEver,
  activityFaultsWithin,
  mendActivitySums
} from '#store/activity/activity.js'
import { FLEET } from '#store/counters/tallies.js'
import {
  addToHours,
  alikeDeliveries,
  countsBetween,
  countsOf,
  type DeliveryCounts,
  type HourChange,
  keptHours
} from '#store/deliveries/hours.js'
import { fleetFaults, mendTallies, readOneMoment } from '#store/recount/recounts.js'
import type { Db } from '#store/sql/database.js'
import type { Hours } from '#store/sql/hours.js'

export interface DaysFaults {
  tallies: Tally[]
  evidence: Tally[]
  activity: ActivityFault[]
  deliveries: HourChange[]
}

const DAY_MS = 86_400_000

/** By how much the sums over all are wrong on a day, as all of one moment say. */
export function faultsOn({ transaction }: Deps, day: string): Promise<DaysFaults> {
  const from = new Date(`${day}T00:00:00Z`)
  const hours = { from, to: new Date(from.getTime() + DAY_MS) }
  return transaction(async (tx) => {
    await readOneMoment(tx)
    return {
      ...(await talliesOn(tx, [day])),
      activity: await activityFaultsWithin(tx, hours),
      deliveries: await deliveryFaults(tx, hours)
    }
  })
}

/** The same of what is counted for ever. */
export function faultsForEver({ transaction }: Deps): Promise<DaysFaults> {
  return transaction(async (tx) => {
    await readOneMoment(tx)
    return {
      ...(await talliesOn(tx, [EVER, EVER_BY_NAME])),
      activity: await activityFaultsForEver(tx),
      deliveries: []
    }
  })
}

async function talliesOn(tx: Tx, days: string[]): Promise<Pick<DaysFaults, 'tallies' | 'evidence'>> {
  return {
    tallies: await fleetFaults(tx, 'tallies', days),
    evidence: await fleetFaults(tx, 'evidence_tallies', days)
  }
}

/** What the counts of deliveries are short of; of all hours where none are named. */
export async function deliveryFaults(db: Db | Tx, hours?: Hours): Promise<HourChange[]> {
  const wanted = new Map<string, Map<string, DeliveryCounts>>()
  const countsAt = (hour: string, eventName: string) => {
    const events = wanted.get(hour) ?? new Map<string, DeliveryCounts>()
    wanted.set(hour, events)
    return { events, counts: events.get(eventName) ?? {} }
  }
  for (const { hour, eventName, state, hasError, deliveries } of await alikeDeliveries(db, hours)) {
    const { events, counts } = countsAt(hour, eventName)
    const each = { total: 1, ...countsOf(state, hasError) }
    events.set(eventName, countsBetween(times(each, -deliveries), counts))
  }
  for (const { hour, eventName, ...kept } of await keptHours(db, hours)) {
    const { events, counts } = countsAt(hour, eventName)
    events.set(eventName, countsBetween(kept, counts))
  }
  return [...wanted].flatMap(([hour, events]) =>
    [...events]
      .filter(([, counts]) => Object.values(counts).some((count) => count !== 0))
      .map(([eventName, counts]) => ({ receivedAt: new Date(hour), eventName, counts }))
  )
}

function times(counts: DeliveryCounts, factor: number): DeliveryCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * factor]))
}

/** Adds what was missing; says how many sums of each kind were wrong. */
export async function mendDays(tx: Tx, faults: DaysFaults): Promise<Map<RecountKind, number>> {
  const { tallies, evidence, activity, deliveries } = faults
  await mendTallies(tx, { table: 'tallies', repoId: FLEET, faults: tallies })
  await mendTallies(tx, { table: 'evidence_tallies', repoId: FLEET, faults: evidence })
  await mendActivitySums(tx, activity)
  await addToHours(tx, deliveries)
  const counts = repairCounts([...tallies, ...evidence])
  if (activity.length > 0) counts.set('activity', activity.length)
  if (deliveries.length > 0) counts.set('deliveries', deliveries.length)
  return counts
}
