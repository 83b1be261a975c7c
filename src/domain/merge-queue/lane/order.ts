// The order in which entries land.
import type { LaneEntry } from './lane.js'
import { overlaps } from './lines.js'

/** After so many of higher priority that came later were chosen before it, an entry goes before all others. */
export const MOST_OVERTAKINGS = 10

/** Passes freezes. */
export const HOTFIX_PRIORITY = 10

type Ordered = Pick<LaneEntry, 'number' | 'priority' | 'admittedAt' | 'overtaken' | 'areas'>

const isDue = ({ overtaken }: Ordered) => overtaken >= MOST_OVERTAKINGS

export function compareEntries(a: Ordered, b: Ordered): number {
  if (isDue(a) !== isDue(b)) return isDue(a) ? -1 : 1
  const byPriority = isDue(a) ? 0 : b.priority - a.priority
  return byPriority || a.admittedAt - b.admittedAt || a.number - b.number
}

/** Whether choosing `chosen` puts `waiting` back. */
export const isOvertakenBy = (waiting: Ordered, chosen: Ordered): boolean =>
  chosen.priority > waiting.priority &&
  chosen.admittedAt > waiting.admittedAt &&
  overlaps(chosen.areas, waiting.areas)

/** The first of these in their order, one after the other: each counts for those that it overtakes. */
export function chooseInOrder<Entry extends Ordered>(entries: readonly Entry[], most: number): Entry[] {
  const chosen: Entry[] = []
  let left = entries
  while (chosen.length < most && left.length > 0) {
    const next = left.reduce((first, entry) => (compareEntries(entry, first) < 0 ? entry : first))
    chosen.push(next)
    left = left
      .filter(({ number }) => number !== next.number)
      .map((entry) => (isOvertakenBy(entry, next) ? { ...entry, overtaken: entry.overtaken + 1 } : entry))
  }
  return chosen
}
