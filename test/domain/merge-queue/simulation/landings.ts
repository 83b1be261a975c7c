// What may be wished to land, and when.
import type { LaneEntry, LaneSettings } from '#domain/merge-queue/lane/lane.js'
import { asidesOf, overlaps } from '#domain/merge-queue/lane/lines.js'
import { MOST_OVERTAKINGS } from '#domain/merge-queue/lane/order.js'
import type { KnownCandidate, Ledger } from './ledger.js'
import { demand, type ObservedStep, type Watcher, type WishOf } from './mechanism.js'
import type { SimulatedHost } from './simulated-host.js'

/** From this priority on, freezes do not hold. */
export const URGENT_PRIORITY = 10

const landingsOf = ({ step }: ObservedStep) =>
  step.wishes.filter((wish): wish is WishOf<'land'> => wish.is === 'land')

/** One landing at a time, and of entries only that are still as they were tested, as far as the lane was told. */
export function watchLandings(ledger: Ledger): Watcher {
  return (seen) => {
    const wishes = landingsOf(seen)
    const [wish] = wishes
    if (!wish) return
    demand(wishes.length === 1, () => `${wishes.length} landings are wished at once`)
    const other = ledger.landing
    demand(other === null, () => `#${wish.number} is to land while #${other?.number} is landing`)
    demand(seen.step.lane.stopped === null, () => `#${wish.number} is to land in a lane that has stopped`)
    const known = ledger.entries.get(wish.number)
    demand(known?.isActive === true, () => `#${wish.number} is to land and is no longer in the lane`)
    demand(known?.head === 'passed', () => `#${wish.number} is to land, and its own checks are not green`)
    const candidate = ledger.candidates.get(wish.batch)
    const headSha = candidate?.heads.get(wish.number) ?? known?.headSha
    demand(headSha === known?.headSha, () => `#${wish.number} is to land, and was pushed to since its test`)
  }
}

/** What is landing stays where it is until the landing is answered. */
export function watchLandingEntry(ledger: Ledger): Watcher {
  return ({ event, before, step }) => {
    const { landing } = ledger
    const entry = step.lane.entries.find(({ number }) => number === landing?.number)
    const isKept = landing === null || entry?.status === 'merging'
    demand(isKept, () => `#${landing?.number} is landing, and its entry is ${entry?.status}`)
    if (event.is !== 'landed' || !before.entries.some(({ number }) => number === event.number)) return
    const isMerged = step.moves.some(({ number, to }) => number === event.number && to === 'merged')
    demand(isMerged, () => `#${event.number} has landed and does not count as merged`)
  }
}

/** In strict mode exactly that lands which was tested. */
export function watchTrees(ledger: Ledger, host: SimulatedHost): Watcher {
  return (seen) => {
    if (seen.before.settings.strict) for (const wish of landingsOf(seen)) demandTested(wish)
  }

  function demandTested(wish: WishOf<'land'>): void {
    const candidate = ledger.candidates.get(wish.batch)
    const index = candidate?.members.indexOf(wish.number) ?? -1
    demand(candidate?.isDiscarded === false, () => `batch ${wish.batch} is to land and has no candidate`)
    const tree = candidate?.candidate?.trees[index]
    demand(tree === wish.tree, () => `#${wish.number} is to land as ${wish.tree}, the candidate has ${tree}`)
    const isTested = candidate?.verdict === 'passed' || ledger.greenTrees.has(wish.tree)
    demand(isTested, () => `#${wish.number} is to land as ${wish.tree}, which was not tested green`)
    host.treeOf(wish.on)
    const before = (candidate && treeBefore(candidate, index)) ?? ''
    const isExpected = wish.areas === null ? before === wish.on.tree : isSameGround(host, wish, before)
    demand(isExpected, () => `#${wish.number} is to land on ${wish.on.tree} and not ${before}`)
  }
}

/** Others have landed meanwhile, and nothing in the areas of those that were tested. */
const isSameGround = (host: SimulatedHost, { areas, on }: WishOf<'land'>, before: string) =>
  areas !== null && host.isSameIn(areas, before, on.tree)

const treeBefore = ({ candidate, on }: KnownCandidate, index: number) =>
  index === 0 ? on.tree : candidate?.trees[index - 1]

/** Candidates are built of entries in batches, on what lies there still: the base, or a candidate. */
export function watchBuilds(ledger: Ledger, host: SimulatedHost): Watcher {
  return ({ step }) => {
    for (const wish of step.wishes) {
      if (wish.is !== 'build') continue
      const { batch, on, members } = wish
      const whole = step.lane.batches.find(({ id }) => id === batch)
      const front = whole?.members.slice(0, members.length) ?? []
      demand(members.length > 0, () => `batch ${batch} is built of nothing`)
      demand(`${front}` === `${members}`, () => `built is ${members}, and the batch is ${whole?.members}`)
      host.treeOf(on)
      const below = ledger.candidateOf(on.sha)
      demand(!below?.isDiscarded, () => `batch ${batch} is built on batch ${below?.id}, which is discarded`)
    }
  }
}

export function isFrozen({ freezes }: LaneSettings, now: number): boolean {
  return freezes.some(({ from, to }) => from <= now && now < to)
}

export function watchFreezes(ledger: Ledger): Watcher {
  return (seen) => {
    for (const { number } of landingsOf(seen)) {
      const isUrgent = (ledger.entries.get(number)?.priority ?? 0) >= URGENT_PRIORITY
      const mayLand = isUrgent || !isFrozen(seen.before.settings, seen.now)
      demand(mayLand, () => `#${number} is to land during a freeze`)
    }
  }
}

/**
 * Counts, for entries that stay ready, those of higher priority that came later, were chosen while they were ready, and
 * landed before them.
 */
export function watchOvertaking(): Watcher {
  const counts = new Map<number, number>()
  const choices = openChoices()
  return (seen) => {
    for (const number of notReadyIn(seen)) counts.delete(number)
    choices.note(seen)
    for (const { number } of overtakenBy(seen).filter((entry) => choices.wasThere(entry, seen))) {
      const count = (counts.get(number) ?? 0) + 1
      counts.set(number, count)
      // Batches that are formed anew after a failure may add those of one batch.
      const most = MOST_OVERTAKINGS + seen.before.settings.batchSize
      demand(count <= most, () => `#${number} was overtaken ${count} times`)
    }
  }
}

/** In which step each entry was chosen last, and since which it has been ready. */
function openChoices() {
  const readySince = new Map<number, number>()
  const chosenAt = new Map<number, number>()
  let now = 0
  return {
    note(seen: ObservedStep) {
      now += 1
      for (const { number, to } of seen.step.moves) if (to === 'merging') chosenAt.set(number, now)
      for (const number of notReadyIn(seen)) readySince.delete(number)
      const ready = seen.step.lane.entries.filter(
        ({ status, notBefore }) => status !== 'pending' && notBefore <= seen.now
      )
      for (const { number } of ready) readySince.set(number, readySince.get(number) ?? now)
    },
    /** Whether the entry was ready when the one that has landed was chosen. */
    wasThere({ number }: LaneEntry, { event }: ObservedStep): boolean {
      const landed = event.is === 'landed' ? chosenAt.get(event.number) : undefined
      return (landed ?? 0) >= (readySince.get(number) ?? now)
    }
  }
}

/** Those that have not stayed ready. */
function notReadyIn({ before, event, step }: ObservedStep): number[] {
  const moved = step.moves.filter(({ to }) => to !== 'merging' && to !== 'ready').map(({ number }) => number)
  if (event.is === 'refused') return [...moved, event.number]
  // Those whose candidate cannot be built step aside for a while.
  if (event.is === 'build-failed')
    return before.batches.find(({ id }) => id === event.batch)?.members.concat(moved) ?? moved
  // Who conflicts has lost its place by itself.
  return event.is === 'built' ? [...moved, ...event.conflicts] : moved
}

/** Those that could have landed in place of the one that has landed in this step, and came first. */
function overtakenBy({ before, event, now }: ObservedStep): LaneEntry[] {
  if (event.is !== 'landed' || isFrozen(before.settings, now)) return []
  const landed = before.entries.find(({ number }) => number === event.number)
  if (!landed) return []
  // Who is suspected lets others go on.
  const suspected = asidesOf(before).flatMap(({ members }) => members)
  return before.entries.filter(
    ({ number, status, notBefore, admittedAt, priority, areas }) =>
      status !== 'pending' &&
      !suspected.includes(number) &&
      notBefore <= now &&
      admittedAt < landed.admittedAt &&
      priority < landed.priority &&
      overlaps(areas, landed.areas)
  )
}
