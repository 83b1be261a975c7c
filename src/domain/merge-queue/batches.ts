// Forms batches from the front of a lane, and searches a red batch for the member that made it red.

import type { BlockReason } from '#schemas/merge-queue/enums.js'
import type { TreeCommit } from '../host/merging.js'
import {
  cutToFirst,
  type Draft,
  discardCandidate,
  dissolveAfter,
  dissolveFrom,
  dropBatch,
  endEntry,
  enterState,
  findEntry,
  moveEntry,
  nextBatchId,
  setEntry
} from './draft.js'
import type { Batch, Freeze, Lane, LaneEntry, LaneSettings } from './lane.js'
import { chooseInOrder, compareEntries, HOTFIX_PRIORITY, isOvertakenBy } from './order.js'

export const freezeAt = ({ freezes }: LaneSettings, at: number): Freeze | undefined =>
  freezes.find(({ from, to }) => from <= at && at < to)

const isHotfix = ({ priority }: LaneEntry) => priority >= HOTFIX_PRIORITY

/** While a lane is frozen, only what passes the freeze may be ahead of what passes it. */
export function clearWayForHotfix(draft: Draft) {
  const { lane, now } = draft
  if (!freezeAt(lane.settings, now)) return
  const waits = lane.entries.some((entry) => isHotfix(entry) && mayBeBatched(draft, entry))
  const inTheWay = lane.batches.find(({ members }) =>
    members.some((number) => !isHotfix(entryOf(draft, number)))
  )
  if (waits && inTheWay && inTheWay.state !== 'landing') dissolveFrom(draft, inTheWay.id)
}

export const isHotfixBatch = (draft: Draft, { members, size }: Batch): boolean =>
  members.slice(0, size).every((number) => isHotfix(entryOf(draft, number)))

function entryOf(draft: Draft, number: number): LaneEntry {
  const entry = findEntry(draft, number)
  if (!entry) throw new Error(`the batch has member ${number}, which is not in the lane`)
  return entry
}

/** A batch of which nothing is built yet makes way for what goes before its members. */
export function reformWaiting(draft: Draft) {
  const waiting = draft.lane.batches.find(({ state, redAt }) => state === 'waiting' && redAt === null)
  const [last] =
    waiting?.members
      .map((number) => entryOf(draft, number))
      .toSorted(compareEntries)
      .slice(-1) ?? []
  const isPreceded = draft.lane.entries.some(
    (entry) => last !== undefined && mayBeBatched(draft, entry) && compareEntries(entry, last) < 0
  )
  if (waiting && isPreceded) dissolveFrom(draft, waiting.id)
}

/** Batches are formed as long as there is room for another candidate and enough is ready. */
export function formBatches(draft: Draft) {
  while (hasRoom(draft)) {
    const members = chooseMembers(draft)
    if (members.length === 0) return
    countOvertaken(draft, members)
    const id = nextBatchId(draft)
    draft.lane.batches = [...draft.lane.batches, newBatch(id, members, draft.now)]
    for (const { number, overtaken } of members) setEntry(draft, number, { overtaken })
    for (const entry of members) moveEntry(draft, entry, { to: 'merging', reason: 'in_batch' })
  }
}

/** Those that wait after a failure count as well. */
function countOvertaken(draft: Draft, chosen: readonly LaneEntry[]) {
  for (const entry of draft.lane.entries) {
    const count = chosen.filter((one) => isOvertakenBy(entry, one)).length
    const isLeft = entry.status === 'ready' && !chosen.some(({ number }) => number === entry.number)
    if (isLeft && count > 0) setEntry(draft, entry.number, { overtaken: entry.overtaken + count })
  }
}

/** Nothing is built on a batch that is being searched: what will be left of it is not known. */
function hasRoom({ lane: { batches, settings } }: Draft): boolean {
  const isSearched = batches.some(({ redAt, isConfirming }) => redAt !== null && !isConfirming)
  return batches.length < depthOf(settings) && !isSearched
}

/** Without a test of the merged tree there is nothing to build ahead, or together. */
const depthOf = ({ strict, depth }: LaneSettings) => (strict ? depth : 1)
/** Alone it shows which of several cannot be built. */
const sizeOf = ({
  settings: { strict, batchSize },
  failedBuilds
}: Pick<Lane, 'settings' | 'failedBuilds'>) => (strict && failedBuilds < MOST_FAILED_BUILDS ? batchSize : 1)

/** After so many in a row, pull requests are built one by one until one succeeds. */
const MOST_FAILED_BUILDS = 2

const newBatch = (id: number, members: readonly LaneEntry[], now: number): Batch => ({
  id,
  members: members.map(({ number }) => number),
  size: members.length,
  redAt: null,
  isConfirming: false,
  state: 'waiting',
  on: null,
  candidate: null,
  merged: null,
  since: now
})

function chooseMembers(draft: Draft): LaneEntry[] {
  const { lane, now } = draft
  const { settings } = lane
  const waiting = lane.entries.filter(({ status }) => status !== 'merging').toSorted(compareEntries)
  const stop = settings.allowSkip ? -1 : waiting.findIndex(({ status }) => status === 'pending')
  const reachable = stop < 0 ? waiting : waiting.slice(0, stop)
  const ready = reachable.filter((entry) => mayBeBatched(draft, entry))
  const most = sizeOf(lane)
  if (freezeAt(settings, now) && ready.some(isHotfix)) return chooseInOrder(ready.filter(isHotfix), most)
  return chooseInOrder(ready, isWorthWaiting(ready, lane, now) ? 0 : most)
}

export function mayBeBatched({ lane, now }: Draft, { status, notBefore, behind }: LaneEntry): boolean {
  const waitsForBatch = behind !== null && lane.batches.some(({ id }) => id <= behind)
  return status === 'ready' && notBefore <= now && !waitsForBatch
}

/** More may come before the oldest has waited for as long as it may. */
function isWorthWaiting(ready: readonly LaneEntry[], lane: Draft['lane'], now: number): boolean {
  if (ready.length >= sizeOf(lane) || ready.some(isHotfix)) return false
  return ready.every(({ readyAt }) => now < (readyAt ?? now) + lane.settings.batchMaxWaitMs)
}

/** What a batch is built on; undefined while that is not known. */
export function groundOf({ lane }: Pick<Draft, 'lane'>, index: number): TreeCommit | undefined {
  const before = lane.batches[index - 1]
  if (!before) return lane.base ?? undefined
  // What is about to be ejected is left out already.
  if (before.isConfirming) return groundOf({ lane }, index - 1)
  const { candidate, members } = before
  const tree = candidate?.trees.at(-1)
  const isWhole = candidate?.trees.length === members.length
  return candidate && isWhole && tree !== undefined ? { sha: candidate.sha, tree } : undefined
}

/** A green prefix lands; what is left of the batch is known to be red from there on. */
export function searchOn(draft: Draft, batch: Batch) {
  const { redAt } = batch
  if (redAt === 1 && batch.isConfirming) return eject(draft, batch, 'check_failed')
  narrow(draft, batch)
}

/** Tests half of what is known to be red; a single one that is red is tested a second time. */
function narrow(draft: Draft, batch: Batch) {
  const { id, redAt, members } = batch
  const size = redAt === null ? members.length : Math.max(1, Math.floor(redAt / 2))
  dissolveAfter(draft, batch)
  discardCandidate(draft, batch)
  const test = { size, redAt, isConfirming: redAt === 1, on: null, candidate: null }
  const nextId = nextBatchId(draft)
  enterState(draft, id, 'waiting', { ...test, id: nextId })
  // The others are tested without it meanwhile.
  if (redAt === 1) cutToFirst(draft, { ...batch, id: nextId })
}

/** Blocks the first member; the batches behind it stay if they were built without it. */
export function eject(draft: Draft, batch: Batch, reason: BlockReason) {
  const [number = 0] = batch.members
  const entry = findEntry(draft, number)
  if (!batch.isConfirming) dissolveAfter(draft, batch)
  cutToFirst(draft, batch)
  dropBatch(draft, batch)
  if (entry) endEntry(draft, entry, { to: 'blocked', reason })
}
