// Forms batches from the front of a lane.
import type { TreeCommit } from '../host/merging.js'
import {
  asidesOf,
  chainOf,
  type Draft,
  dissolveFrom,
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
  if (!waits) return
  const isInTheWay = ({ members }: Batch) => members.some((number) => !isHotfix(entryOf(draft, number)))
  const inTheWay = [chainOf(lane).find(isInTheWay), ...asidesOf(lane).filter(isInTheWay)]
  for (const batch of inTheWay) if (batch && batch.state !== 'landing') dissolveFrom(draft, batch.id)
}

export const isHotfixBatch = (draft: Draft, { members, size }: Batch): boolean =>
  members.slice(0, size).every((number) => isHotfix(entryOf(draft, number)))

function entryOf(draft: Draft, number: number): LaneEntry {
  const entry = findEntry(draft, number)
  if (!entry) throw new Error(`the batch has member ${number}, which is not in the lane`)
  return entry
}

/** A batch of which nothing is built yet makes way for what goes before its members, unless it is part of a search. */
export function reformWaiting(draft: Draft) {
  const waiting = chainOf(draft.lane).find(
    ({ state, redAt, wasRed }) => state === 'waiting' && redAt === null && !wasRed
  )
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
    const numbers = members.map(({ number }) => number)
    draft.lane.batches = [...draft.lane.batches, newBatch(id, numbers, draft.now)]
    for (const { number, overtaken } of members) setEntry(draft, number, { overtaken })
    for (const entry of members) moveEntry(draft, entry, { to: 'merging', reason: 'in_batch' })
  }
}

/** Those that wait after a failure count as well. */
function countOvertaken(draft: Draft, chosen: readonly LaneEntry[]) {
  const numbers = new Set(chosen.map(({ number }) => number))
  draft.lane.entries = draft.lane.entries.map((entry) => {
    if (entry.status !== 'ready' || numbers.has(entry.number)) return entry
    const count = chosen.filter((one) => isOvertakenBy(entry, one)).length
    return count > 0 ? { ...entry, overtaken: entry.overtaken + count } : entry
  })
}

/** Nothing is built on a batch that is being searched: what will be left of it is not known. */
function hasRoom({ lane }: Draft): boolean {
  const isSearched = chainOf(lane).some(({ redAt }) => redAt !== null)
  return lane.batches.length < depthOf(lane.settings) && !isSearched
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

export const newBatch = (id: number, members: readonly number[], now: number): Batch => ({
  id,
  members,
  size: members.length,
  redAt: null,
  greenTo: 0,
  wasRed: false,
  isAside: false,
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
export function groundOf({ lane }: Pick<Draft, 'lane'>, { id, isAside }: Batch): TreeCommit | undefined {
  const chain = chainOf(lane)
  const before = isAside ? undefined : chain[chain.findIndex((one) => one.id === id) - 1]
  if (!before) return lane.base ?? undefined
  const { candidate, members } = before
  const tree = candidate?.trees.at(-1)
  const isWhole = candidate?.trees.length === members.length
  return candidate && isWhole && tree !== undefined ? { sha: candidate.sha, tree } : undefined
}
