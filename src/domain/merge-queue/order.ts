// The order in which entries land.
import type { LaneEntry } from './lane.js'

/** After so many landings of entries with a higher priority that came later, an entry goes before all others. */
export const MOST_OVERTAKINGS = 10

/** Passes freezes. */
export const HOTFIX_PRIORITY = 10

type Ordered = Pick<LaneEntry, 'number' | 'priority' | 'admittedAt' | 'overtaken'>

const isDue = ({ overtaken }: Ordered) => overtaken >= MOST_OVERTAKINGS

export function compareEntries(a: Ordered, b: Ordered): number {
  if (isDue(a) !== isDue(b)) return isDue(a) ? -1 : 1
  const byPriority = isDue(a) ? 0 : b.priority - a.priority
  return byPriority || a.admittedAt - b.admittedAt || a.number - b.number
}

/** Whether the landing of `landed` has put `waiting` back. */
export const isOvertakenBy = (waiting: Ordered, landed: Ordered): boolean =>
  landed.priority > waiting.priority && landed.admittedAt > waiting.admittedAt
