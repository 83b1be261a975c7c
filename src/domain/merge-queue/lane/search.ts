// Searches a red batch for the member that made it red. Parts of it are tested on top of one another, so that what is
// healthy in front lands; what is left in the end is set aside, and the others go on without it.

import type { BlockReason } from '#schemas/merge-queue/enums.js'
import { newBatch } from './batches.js'
import {
  type Draft,
  discardCandidate,
  dissolveAfter,
  dissolveFrom,
  endEntry,
  enterState,
  findEntry,
  giveBack,
  nextBatchId,
  setBatch
} from './draft.js'
import type { Batch } from './lane.js'
import { asidesOf, chainOf, frontsOf, heightIn, isCurrent, overlaps } from './lines.js'
import { mergedBehind } from './merged-trees.js'

/** Only what is built on the base has a final result: the others may be red because of what they are built on. */
export function judgeFronts(draft: Draft) {
  for (const batch of frontsOf(draft.lane)) {
    if (batch.state !== 'red') continue
    if (isGuilty(batch)) eject(draft, batch, 'check_failed')
    else searchOn(draft, { ...batch, redAt: batch.size })
  }
}

/** What is set aside is built on the base alone. */
export function judgeAsides(draft: Draft) {
  for (const batch of asidesOf(draft.lane)) {
    if (batch.state === 'red' && isGuilty(batch)) eject(draft, batch, 'check_failed')
    else if (batch.state === 'red') askAgain(draft, { ...batch, redAt: batch.size })
    if (batch.state === 'green') askAgain(draft, { ...batch, greenTo: batch.size })
  }
}

/** Whether the last member of the candidate has made it red, if it is red: not for the first time, and nobody else. */
const isGuilty = ({ size, greenTo, redAt, wasRed }: Batch): boolean =>
  size - greenTo === 1 && (redAt !== null || wasRed)

/** A green prefix lands; what is left of the batch is known to be red from there on. */
export function searchOn(draft: Draft, batch: Batch) {
  const { id, redAt, members } = batch
  const red = redAt ?? members.length
  dissolveAfter(draft, batch)
  if (red <= mostAside(draft)) return setAside(draft, batch, red)
  discardCandidate(draft, batch)
  const parts = split(draft, batch, red)
  draft.lane.batches = draft.lane.batches.flatMap((one) => (one.id === id ? parts : [one]))
}

/** A pair costs one test at a time, for which a lane that tests several things at once has room. */
const mostAside = ({ lane: { settings } }: Draft) => (settings.depth > 1 ? 2 : 1)

/** With more parts, one culprit would cost more tests than halving may; and so would single ones among many. */
const MOST_PARTS = 4
const SMALLEST_PART = 2

function partsOf(red: number, room: number): number {
  const most = Math.min(MOST_PARTS, room + 1)
  return red <= most ? red : Math.max(2, Math.min(most, Math.floor(red / SMALLEST_PART)))
}

/**
 * Each part is tested on top of those before it, as far as the lane may test at once. If all others are green the last
 * part is red, so that half of it is tested.
 */
function split(draft: Draft, { members, areas, merged }: Batch, red: number): Batch[] {
  const { lane, now } = draft
  // Nothing stands on it any more, and it holds a place itself.
  const room = Math.max(1, lane.settings.depth - heightIn(lane, areas) + 1)
  const parts = partsOf(red, room)
  const starts = Array.from({ length: parts - 1 }, (_, at) => Math.floor((red * at) / parts))
  return starts.map((start, at) => {
    const end = starts[at + 1]
    const part = newBatch({ id: nextBatchId(draft), members: members.slice(start, end), areas, since: now })
    const known = { ...part, merged: mergedBehind(merged, start), wasRed: true }
    const left = red - start
    return end === undefined ? { ...known, redAt: left, size: Math.floor(left / 2) } : known
  })
}

/** Those behind what is red are not suspected. */
function setAside(draft: Draft, batch: Batch, red: number) {
  const { members } = batch
  giveBack(draft, members.slice(red))
  askAgain(draft, { ...batch, members: members.slice(0, red), redAt: red })
}

/** Asks which of the members between what is green and what is red is to blame. */
function askAgain(draft: Draft, batch: Batch) {
  const { id, members, greenTo, redAt } = batch
  if (redAt === null || greenTo >= redAt) return acquit(draft, batch)
  discardCandidate(draft, batch)
  const size = redAt - greenTo === 1 ? redAt : Math.floor((greenTo + redAt) / 2)
  const test = { members, greenTo, redAt, size, on: null, candidate: null, isAside: true }
  enterState(draft, id, 'waiting', { ...test, id: nextBatchId(draft) })
}

/** It was red by chance: it lands if nothing has come before it meanwhile. */
function acquit(draft: Draft, batch: Batch) {
  const { lane } = draft
  const { id, areas } = batch
  const isFirst = isCurrent(lane, batch) && !chainOf(lane).some((one) => overlaps(one.areas, areas))
  if (isFirst) setBatch(draft, id, { isAside: false, redAt: null, greenTo: 0 })
  else dissolveFrom(draft, id)
}

/** Blocks the last member of the candidate; the others are tested anew without it. */
export function eject(draft: Draft, { id, members, size }: Batch, reason: BlockReason) {
  const number = members[size - 1] ?? 0
  const entry = findEntry(draft, number)
  setBatch(draft, id, { members: members.filter((one) => one !== number) })
  if (entry) endEntry(draft, entry, { to: 'blocked', reason })
  dissolveFrom(draft, id)
}
