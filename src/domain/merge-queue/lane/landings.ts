// The base moves: by landings, by landings that were refused, and by others.

import type { BlockReason } from '#schemas/merge-queue/enums.js'
import type { TreeCommit } from '../../host/merging.js'
import { postpone } from './candidates.js'
import {
  batchOf,
  type Draft,
  dissolveFrom,
  dropBatch,
  endEntry,
  enterState,
  findBatch,
  findEntry,
  isLanding,
  setEntry
} from './draft.js'
import { leaveBatch, restartEntry } from './entries.js'
import type { Batch, Lane, LaneEntry } from './lane.js'
import { asidesOf, withLanding } from './lines.js'
import { afterLanding } from './merged-trees.js'
import { searchOn } from './search.js'

export function applyBase(draft: Draft, tip: TreeCommit, at: number) {
  const { lane } = draft
  if (at < lane.baseKnownAt) return
  if (isLandingAny(lane)) lane.seenDuringLanding = tip
  else moveBase(draft, tip, at)
}

/** What is set aside on what others have changed since may be red because of what was there before. */
function moveBase(draft: Draft, tip: TreeCommit, at: number) {
  const { lane } = draft
  const isMoved = lane.base?.tree !== tip.tree
  knowBase(draft, tip, at)
  if (!isMoved) return
  for (const { id, on } of asidesOf(lane)) if (on !== null && on.tree !== tip.tree) dissolveFrom(draft, id)
}

const isLandingAny = ({ batches }: Pick<Lane, 'batches'>) => batches.some(({ state }) => state === 'landing')

function knowBase({ lane }: Draft, base: TreeCommit | null, at: number) {
  Object.assign(lane, { base, baseKnownAt: at, seenDuringLanding: null })
}

/** The base has to be read again before anything is built on it. */
const forgetBase = (draft: Draft) => knowBase(draft, null, draft.now)

/** Whether the base was seen elsewhere than before and after the landing. */
function isElsewhere({ lane: { base, seenDuringLanding: seen } }: Draft, commit: TreeCommit): boolean {
  return seen !== null && seen.sha !== commit.sha && seen.sha !== base?.sha
}

interface Landed {
  batch: number
  number: number
  commit: TreeCommit
  /** As far as its areas are concerned, if others have landed meanwhile. */
  isAsTested: boolean
}

export function applyLanding(draft: Draft, { batch: id, number, commit, isAsTested }: Landed) {
  const { lane } = draft
  const before = lane.base
  const entry = findEntry(draft, number)
  const batch = findBatch(draft, id)
  if (!entry || batch?.state !== 'landing' || batch.members[0] !== number) return
  knowBase(draft, isElsewhere(draft, commit) ? null : commit, draft.now)
  endEntry(draft, entry, { to: 'merged', reason: 'landed' })
  if (isAsTested) {
    if (before) lane.batches = withLanding(lane.batches, batch, { before, after: commit })
    return landRest(draft, batch, commit)
  }
  lane.stopped = `#${number} landed with another tree than the one that was tested.`
  enterState(draft, id, 'green', { members: batch.members.slice(1) })
  dissolveFrom(draft, id)
}

/** The members that the candidate contains land one after the other; the others are still to be searched. */
function landRest(draft: Draft, batch: Batch, commit: TreeCommit) {
  const members = batch.members.slice(1)
  const on = { sha: commit.sha, tree: batch.candidate?.trees[0] || commit.tree }
  const trees = batch.candidate?.trees.slice(1) ?? []
  const redAt = batch.redAt === null ? null : batch.redAt - 1
  const rest = {
    members,
    size: batch.size - 1,
    redAt,
    on,
    agreesWith: commit.tree,
    merged: afterLanding(batch, commit)
  }
  if (members.length === 0) return dropBatch(draft, batch)
  const candidate = batch.candidate && { ...batch.candidate, trees }
  enterState(draft, batch.id, 'green', { ...rest, candidate })
  if (rest.size > 0) return
  if (redAt === null) dissolveFrom(draft, batch.id)
  else searchOn(draft, { ...batch, ...rest })
}

interface Refused {
  batch: number
  number: number
  reason: BlockReason | 'base_moved' | null
}

export function applyRefusal(draft: Draft, { batch: id, number, reason }: Refused) {
  const batch = findBatch(draft, id)
  if (batch?.state !== 'landing' || batch.members[0] !== number) return
  dissolveFrom(draft, id)
  forgetBase(draft)
  const entry = findEntry(draft, number)
  if (entry) endLandingOf(draft, entry, reason)
}

function endLandingOf(draft: Draft, entry: LaneEntry, reason: Refused['reason']) {
  const { number, interruption } = entry
  setEntry(draft, number, { interruption: null })
  if (interruption?.is === 'pushed') return restartEntry(draft, { number, headSha: interruption.headSha })
  if (interruption?.is === 'left')
    return endEntry(draft, entry, { to: 'removed', reason: interruption.reason })
  if (reason === null) return postpone(draft, number)
  if (reason !== 'base_moved') endEntry(draft, entry, { to: 'blocked', reason })
}

/** Nobody knows what it was merged into. */
export function applyMergeByOthers(draft: Draft, number: number) {
  const batch = batchOf(draft, number)
  if (batch && isLanding(draft, number)) dissolveFrom(draft, batch.id)
  else leaveBatch(draft, number)
  const entry = findEntry(draft, number)
  if (!entry) return
  endEntry(draft, entry, { to: 'merged', reason: 'merged_by_others' })
  if (!isLandingAny(draft.lane)) forgetBase(draft)
}

export function resume(draft: Draft) {
  if (draft.lane.stopped === null) return
  draft.lane.stopped = null
  forgetBase(draft)
}
