// Forms batches from the front of a lane.
import { type Draft, dissolveFrom, findEntry, moveEntry, nextBatchId, setEntry } from './draft.js'
import type { Areas, Batch, Freeze, Lane, LaneEntry, LaneSettings } from './lane.js'
import { chainOf, heightIn, overlaps } from './lines.js'
import { chooseInOrder, compareEntries, HOTFIX_PRIORITY, isOvertakenBy } from './order.js'

export const freezeAt = ({ freezes }: Pick<LaneSettings, 'freezes'>, at: number): Freeze | undefined =>
  freezes.find(({ from, to }) => from <= at && at < to)

const isHotfix = ({ priority }: LaneEntry) => priority >= HOTFIX_PRIORITY

/** While a lane is frozen, only what passes the freeze may be ahead of what passes it. */
export function clearWayForHotfix(draft: Draft) {
  const { lane, now } = draft
  if (!freezeAt(lane.settings, now)) return
  const waiting = lane.entries.filter((entry) => isHotfix(entry) && mayBeBatched(draft, entry))
  const isInTheWay = ({ state, areas, members }: Batch) =>
    state !== 'landing' &&
    waiting.some((entry) => overlaps(entry.areas, areas)) &&
    members.some((number) => !isHotfix(entryOf(draft, number)))
  for (const { id } of lane.batches.filter(isInTheWay)) dissolveFrom(draft, id)
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
  for (const batch of chainOf(draft.lane)) {
    const isUnbuilt = batch.state === 'waiting' && batch.redAt === null && !batch.wasRed
    if (isUnbuilt && isPreceded(draft, batch)) dissolveFrom(draft, batch.id)
  }
}

function isPreceded(draft: Draft, { members, areas }: Batch): boolean {
  const [last] = members
    .map((number) => entryOf(draft, number))
    .toSorted(compareEntries)
    .slice(-1)
  return draft.lane.entries.some(
    (entry) =>
      last !== undefined &&
      overlaps(entry.areas, areas) &&
      mayBeBatched(draft, entry) &&
      compareEntries(entry, last) < 0
  )
}

/** Batches are formed as long as there is room for another candidate and enough is ready. */
export function formBatches(draft: Draft) {
  for (let members = chooseMembers(draft); members.length > 0; members = chooseMembers(draft)) {
    countOvertaken(draft, members)
    const id = nextBatchId(draft)
    const [{ areas } = { areas: null }] = members
    const numbers = members.map(({ number }) => number)
    const batch = newBatch({ id, members: numbers, areas, since: draft.now })
    draft.lane.batches = [...draft.lane.batches, batch]
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
function hasRoom(lane: Lane, areas: Areas): boolean {
  const isSearched = chainOf(lane).some((batch) => batch.redAt !== null && overlaps(batch.areas, areas))
  return !isSearched && heightIn(lane, areas) < depthOf(lane.settings)
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

export const newBatch = (fields: Pick<Batch, 'id' | 'members' | 'areas' | 'since'>): Batch => ({
  ...fields,
  size: fields.members.length,
  redAt: null,
  greenTo: 0,
  wasRed: false,
  isAside: false,
  state: 'waiting',
  on: null,
  agreesWith: null,
  candidate: null,
  merged: null
})

/** Members of the same areas, of which there is enough; nobody goes before another of an area in common. */
function chooseMembers(draft: Draft): LaneEntry[] {
  const { lane } = draft
  const passed: Areas[] = []
  let left = reachableEntries(draft)
  while (left.length > 0) {
    const [first] = chooseInOrder(left, 1)
    const areas = first?.areas ?? null
    const group = groupOf(left, areas)
    const mayBegin = hasRoom(lane, areas) && !passed.some((one) => overlaps(one, areas))
    if (mayBegin && !isWorthWaiting(group, draft)) return chooseInOrder(group, sizeOf(lane))
    passed.push(areas)
    left = left.filter((entry) => !group.includes(entry))
  }
  return []
}

/** Those of these areas, up to one of others that has an area in common with them. */
function groupOf(entries: readonly LaneEntry[], areas: Areas): LaneEntry[] {
  const inOrder = entries.toSorted(compareEntries)
  const end = inOrder.findIndex((entry) => !isSame(entry.areas, areas) && overlaps(entry.areas, areas))
  return inOrder.slice(0, end < 0 ? undefined : end).filter((entry) => isSame(entry.areas, areas))
}

const isSame = (one: Areas, other: Areas) => JSON.stringify(one) === JSON.stringify(other)

/** In a freeze, what passes it goes before all others. */
function reachableEntries(draft: Draft): LaneEntry[] {
  const { settings, entries } = draft.lane
  const waiting = entries.filter(({ status }) => status !== 'merging').toSorted(compareEntries)
  const stop = settings.allowSkip ? -1 : waiting.findIndex(({ status }) => status === 'pending')
  const reachable = stop < 0 ? waiting : waiting.slice(0, stop)
  const ready = reachable.filter((entry) => mayBeBatched(draft, entry))
  const urgent = freezeAt(settings, draft.now) ? ready.filter(isHotfix) : []
  return urgent.length > 0 ? urgent : ready
}

export function mayBeBatched({ lane, now }: Draft, { status, notBefore, behind }: LaneEntry): boolean {
  const waitsForBatch = behind !== null && lane.batches.some(({ id }) => id <= behind)
  return status === 'ready' && notBefore <= now && !waitsForBatch
}

/** More may come before the oldest has waited for as long as it may. */
function isWorthWaiting(ready: readonly LaneEntry[], { lane, now }: Draft): boolean {
  if (ready.length >= sizeOf(lane) || ready.some(isHotfix)) return false
  return ready.every(({ readyAt }) => now < (readyAt ?? now) + lane.settings.batchMaxWaitMs)
}
