// How actions of maintenance count.
import {
  MAINTENANCE_ACTION_TYPES,
  MAINTENANCE_STATUSES,
  MAINTENANCE_TARGETS,
  type MaintenanceActionType,
  type MaintenanceStatus,
  type MaintenanceTarget
} from '#schemas/maintenance/enums.js'
import { counter, type Measure, topic, wordsAfter } from '../counters/counter.js'
import { ever, type Sums, type Tally, tallyDifference } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    maintenance: ['maintenance', MaintenanceActionType, MaintenanceTarget, MaintenanceStatus]
  }
}

/** The topic of all of them. */
export const MAINTENANCE_TOPIC = topic('maintenance')

export interface CountedMaintenance {
  actionType: MaintenanceActionType
  targetType: MaintenanceTarget
  status: MaintenanceStatus
}

export const talliesOfMaintenance = ({ actionType, targetType, status }: CountedMaintenance): Tally[] => [
  ever(counter('maintenance', actionType, targetType, status))
]

/** How the sums change when a row goes from one state to another. */
export const maintenanceDifference = (before: CountedMaintenance | undefined, after: CountedMaintenance) =>
  tallyDifference(before ? talliesOfMaintenance(before) : [], talliesOfMaintenance(after))

export interface MaintenanceKinds {
  action_type?: MaintenanceActionType
  target_type?: MaintenanceTarget
  status?: MaintenanceStatus
}

/** The sums of all actions of these kinds. */
export function measuresOfMaintenance({ action_type, target_type, status }: MaintenanceKinds): Measure[] {
  const either = <Word>(one: Word | undefined, all: readonly Word[]) => (one === undefined ? all : [one])
  return either(action_type, MAINTENANCE_ACTION_TYPES).flatMap((type) =>
    either(target_type, MAINTENANCE_TARGETS).flatMap((target) =>
      either(status, MAINTENANCE_STATUSES).map((word) => counter('maintenance', type, target, word))
    )
  )
}

export function maintenanceCounts(sums: Sums): Record<MaintenanceStatus, number> {
  const counts = { pending: 0, applied: 0, skipped: 0, failed: 0 }
  for (const [measure, amount] of sums) {
    const word = wordsAfter(MAINTENANCE_TOPIC, measure)?.split('.').at(-1)
    const status = MAINTENANCE_STATUSES.find((known) => known === word)
    if (status !== undefined) counts[status] += amount
  }
  return counts
}
