// What must hold of a lane after every step, whatever has happened.
import type { Batch, Lane, LaneMove } from '#domain/merge-queue/lane/lane.js'
import { overlaps } from '#domain/merge-queue/lane/lines.js'
import type { Ledger } from './ledger.js'
import { demand, type ObservedStep, type Watcher } from './mechanism.js'

/** The batches and the entries agree; nothing is in two places. */
export function watchStructure(ledger: Ledger): Watcher {
  return ({ step: { lane } }) => {
    demandUnique(
      lane.entries.map(({ number }) => number),
      'entries'
    )
    const members = lane.batches.flatMap((batch) => batch.members)
    demandUnique(members, 'members of batches')
    const merging = lane.entries.filter(({ status }) => status === 'merging').map(({ number }) => number)
    demand(
      isSameSet(merging, members),
      () => `merging are ${merging}, in batches are ${lane.batches.map((batch) => `[${batch.members}]`)}`
    )
    demandSizes(lane)
    demandDepth(lane, ledger.leftovers().length)
  }
}

function demandUnique(numbers: readonly number[], what: string): void {
  demand(new Set(numbers).size === numbers.length, () => `${what} are not unique: ${numbers}`)
}

const isSameSet = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((one) => others.includes(one))

/** Of whatever has areas in common. */
function demandDepth({ batches, settings }: Lane, candidates: number): void {
  const heights = batches.map(() => 0)
  for (const [index, { areas, isAside }] of batches.entries()) {
    const isBelow = (one: Batch, at: number) =>
      at < index && !isAside && !one.isAside && overlaps(one.areas, areas)
    const below = batches.map((one, at) => (isBelow(one, at) ? (heights[at] ?? 0) : 0))
    heights[index] = Math.max(0, ...below) + 1
    demand(heights[index] <= settings.depth, () => `${heights[index]} batches exceed the depth`)
  }
  const lines = Math.max(1, new Set(batches.map(({ areas }) => String(areas))).size)
  demand(candidates <= settings.depth * lines, () => `there are ${candidates} candidates at once`)
}

function demandSizes({ batches, settings, lastBatch }: Lane): void {
  demandUnique(
    batches.map(({ id }) => id),
    'ids of batches'
  )
  for (const { id, members, size, redAt } of batches) {
    const largest = members.length
    demand(largest > 0 && largest <= settings.batchSize, () => `batch ${id} has ${largest} members`)
    demand(size > 0 && size <= largest, () => `the candidate of batch ${id} has ${size} of ${largest}`)
    demand(redAt === null || (redAt > 0 && redAt <= largest), () => `batch ${id} is red at ${redAt}`)
    demand(id <= lastBatch, () => `batch ${id} comes after the last, ${lastBatch}`)
  }
}

/** The moves of a step lead from what the entries were to what they are. */
export const watchMoves: Watcher = ({ before, step }) => {
  const statuses = new Map<number, string>(before.entries.map(({ number, status }) => [number, status]))
  for (const move of step.moves) followMove(statuses, move)
  const after = new Map(step.lane.entries.map(({ number, status }) => [number, status]))
  for (const number of new Set([...statuses.keys(), ...after.keys()])) {
    const [told, actual] = [statuses.get(number), after.get(number)]
    demand(told === actual, () => `#${number} is ${actual}, and the moves say ${told}`)
  }
}

function followMove(statuses: Map<number, string>, { number, from, to }: LaneMove): void {
  const status = statuses.get(number) ?? null
  demand(from === status, () => `#${number} moves from ${from} to ${to} and was ${status}`)
  if (to === 'pending' || to === 'ready' || to === 'merging') statuses.set(number, to)
  else statuses.delete(number)
}

/** An entry goes into a batch before one that still waits for its checks only if the settings allow it. */
export const watchSkips: Watcher = ({ step: { lane, moves } }) => {
  if (lane.settings.allowSkip) return
  for (const { number, to } of moves) {
    const taken = lane.entries.find((entry) => entry.number === number)
    if (to !== 'merging' || !taken || taken.overtaken > 0) continue
    const skipped = lane.entries.find(
      ({ status, priority, admittedAt }) =>
        status === 'pending' && priority >= taken.priority && admittedAt < taken.admittedAt
    )
    demand(!skipped, () => `#${number} is taken before #${skipped?.number}, which waits for its checks`)
  }
}

/** A build that has failed is no longer awaited. */
export const watchFailedBuilds: Watcher = ({ event, step }) => {
  if (event.is !== 'build-failed') return
  const isAwaited = step.lane.batches.some(({ id, state }) => id === event.batch && state === 'building')
  demand(!isAwaited, () => `batch ${event.batch} is still being built, and its build has failed`)
}

/** Nothing stops a lane but a base that holds what was not expected, and the host here is honest. */
export const watchStops: Watcher = ({ step: { lane } }: ObservedStep) =>
  demand(lane.stopped === null, () => `the lane has stopped: ${lane.stopped}`)
