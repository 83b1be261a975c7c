// A lane while an event is applied to it, with the moves and wishes that have come of it so far.
import type {
  Batch,
  BatchState,
  Lane,
  LaneEnd,
  LaneEntry,
  LaneMove,
  LaneStatus,
  LaneStep,
  LaneWish,
  MoveReason
} from './lane.js'
import { standingOn } from './lines.js'

export interface Draft {
  lane: { -readonly [Key in keyof Lane]: Lane[Key] }
  moves: LaneMove[]
  wishes: LaneWish[]
  now: number
}

export function openDraft(lane: Lane, now: number): Draft {
  return { lane: { ...lane }, moves: [], wishes: [], now }
}

export const stepOf = ({ lane, moves, wishes }: Draft): LaneStep => ({ lane, moves, wishes })

export const findEntry = ({ lane }: Draft, number: number): LaneEntry | undefined =>
  lane.entries.find((entry) => entry.number === number)

export function setEntry(draft: Draft, number: number, change: Partial<LaneEntry>) {
  draft.lane.entries = draft.lane.entries.map((entry) =>
    entry.number === number ? { ...entry, ...change } : entry
  )
}

/** Moves an entry within the lane; does nothing if it is there already. */
export function moveEntry(
  draft: Draft,
  entry: LaneEntry,
  { to, reason }: { to: LaneStatus; reason: MoveReason }
) {
  if (entry.status === to) return
  draft.moves.push({ number: entry.number, from: entry.status, to, reason })
  const readyAt = to === 'pending' ? null : (entry.readyAt ?? draft.now)
  setEntry(draft, entry.number, { status: to, readyAt })
}

/** Ends an entry: it is no longer in the lane. */
export function endEntry(
  draft: Draft,
  entry: LaneEntry,
  { to, reason }: { to: LaneEnd; reason: MoveReason }
) {
  draft.moves.push({ number: entry.number, from: entry.status, to, reason })
  draft.lane.entries = draft.lane.entries.filter(({ number }) => number !== entry.number)
}

export function setBatch(draft: Draft, id: number, change: Partial<Batch>) {
  draft.lane.batches = draft.lane.batches.map((batch) => (batch.id === id ? { ...batch, ...change } : batch))
}

export function enterState(draft: Draft, id: number, state: BatchState, change: Partial<Batch> = {}) {
  setBatch(draft, id, { ...change, state, since: draft.now })
}

export const findBatch = ({ lane }: Draft, id: number): Batch | undefined =>
  lane.batches.find((batch) => batch.id === id)

export const batchOf = ({ lane }: Draft, number: number): Batch | undefined =>
  lane.batches.find(({ members }) => members.includes(number))

export function nextBatchId(draft: Draft): number {
  draft.lane.lastBatch += 1
  return draft.lane.lastBatch
}

/** Throws the candidate away, whether it is built already or about to be. */
export function discardCandidate(
  draft: Draft,
  { id, state, candidate }: Pick<Batch, 'id' | 'state' | 'candidate'>
) {
  const isBuilt = candidate !== null && candidate.sha !== ''
  if (isBuilt || state === 'building') draft.wishes.push({ is: 'discard', batch: id })
}

/** Entries that are in no batch any more are ready for others. */
export function giveBack(draft: Draft, numbers: readonly number[]) {
  for (const number of numbers) {
    const entry = findEntry(draft, number)
    if (entry) moveEntry(draft, entry, { to: 'ready', reason: 'batch_dissolved' })
  }
}

/** Gives up this batch and all that are built on it. */
export function dissolveFrom(draft: Draft, id: number) {
  dissolve(draft, standingOn(draft.lane, id))
}

/** What is built on this batch cannot stay. */
export function dissolveAfter(draft: Draft, { id }: Batch) {
  dissolve(draft, standingOn(draft.lane, id).slice(1))
}

function dissolve(draft: Draft, given: readonly Batch[]) {
  draft.lane.batches = draft.lane.batches.filter((batch) => !given.includes(batch))
  for (const batch of given) {
    discardCandidate(draft, batch)
    giveBack(draft, batch.members)
  }
}

/** Only the first member stays. */
export function cutToFirst(draft: Draft, { id, members: [first = 0, ...others] }: Batch) {
  setBatch(draft, id, { members: [first], size: 1 })
  giveBack(draft, others)
}

/** Removes a batch whose members have all gone elsewhere. */
export function dropBatch(draft: Draft, batch: Batch) {
  discardCandidate(draft, batch)
  draft.lane.batches = draft.lane.batches.filter(({ id }) => id !== batch.id)
}

/** Whether it is being landed at this moment, which nobody can call back. */
export function isLanding(draft: Draft, number: number): boolean {
  const batch = batchOf(draft, number)
  return batch?.state === 'landing' && batch.members[0] === number
}
