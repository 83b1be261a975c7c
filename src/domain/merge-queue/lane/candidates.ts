// Candidates are built, and their checks have a result.
import {
  type Draft,
  dissolveFrom,
  dropBatch,
  endEntry,
  enterState,
  findBatch,
  findEntry,
  moveEntry,
  setBatch,
  setEntry
} from './draft.js'
import type { Batch, Candidate } from './lane.js'
import { isFront } from './lines.js'
import { withCandidate } from './merged-trees.js'
import { eject } from './search.js'

/** Who was left out so often conflicts with more than chance put ahead of it. */
const MOST_LEFT_OUT = 4
const FIRST_RETRY_MS = 30_000
/** Half an hour, in the end. */
const MOST_DOUBLINGS = 6

interface Built {
  batch: number
  candidate: Candidate
  conflicts: readonly number[]
}

export function applyBuild(draft: Draft, { batch: id, candidate, conflicts }: Built) {
  const batch = findBatch(draft, id)
  if (batch?.state !== 'building') return
  draft.lane.failedBuilds = 0
  // A search asks about members that merged cleanly before: something else has changed.
  if (conflicts.length > 0 && batch.redAt !== null) return dissolveFrom(draft, id)
  for (const number of conflicts) leaveOut(draft, batch, number)
  const members = batch.members.filter((number) => !conflicts.includes(number))
  const size = batch.size - conflicts.length
  const merged = withCandidate(batch, members.slice(0, size), candidate.trees)
  if (members.length > 0) return enterState(draft, id, 'testing', { members, size, candidate, merged })
  dropBatch(draft, batch)
}

/** It may conflict only with what is ahead of it, which may never land. */
function leaveOut(draft: Draft, batch: Batch, number: number) {
  const entry = findEntry(draft, number)
  if (!entry) return
  const isFirst = isFront(draft.lane, batch) && batch.members[0] === number
  const leftOut = entry.leftOut + 1
  if (isFirst || leftOut >= MOST_LEFT_OUT)
    return endEntry(draft, entry, { to: 'blocked', reason: 'conflict' })
  moveEntry(draft, entry, { to: 'ready', reason: 'batch_dissolved' })
  setEntry(draft, number, { leftOut, behind: batch.id })
}

/** Its members are tried again after a while; one that cannot be built alone is tried so often and no more. */
export function applyBuildFailure(draft: Draft, id: number) {
  const batch = findBatch(draft, id)
  if (batch?.state !== 'building') return
  dissolveFrom(draft, id)
  const [first = 0, ...others] = batch.members
  if (others.length === 0) return postpone(draft, first)
  const notBefore = draft.now + waitMs(draft.lane.failedBuilds)
  draft.lane.failedBuilds += 1
  for (const number of batch.members) setEntry(draft, number, { notBefore })
}

/** Tries an entry again after a wait that doubles, as often as it may be tried. */
export function postpone(draft: Draft, number: number) {
  const entry = findEntry(draft, number)
  if (!entry) return
  const attempts = entry.attempts + 1
  if (attempts >= draft.lane.settings.maxAttempts)
    return endEntry(draft, entry, { to: 'blocked', reason: 'attempts_exhausted' })
  setEntry(draft, number, { attempts, notBefore: draft.now + waitMs(entry.attempts) })
}

const waitMs = (failures: number) => FIRST_RETRY_MS * 2 ** Math.min(failures, MOST_DOUBLINGS)

interface Tested {
  batch: number
  verdict: 'passed' | 'failed'
}

export function applyTest(draft: Draft, { batch: id, verdict }: Tested) {
  const batch = findBatch(draft, id)
  if (batch?.state !== 'testing') return
  if (verdict === 'failed') return enterState(draft, id, 'red')
  enterState(draft, id, 'green')
  // What was red before was red by chance.
  if (batch.redAt !== null && batch.size >= batch.redAt) setBatch(draft, id, { redAt: null })
}

/** Checks that never end count as failed; of one member alone, nothing is left to find out. */
export function expireTests(draft: Draft) {
  const { lane, now } = draft
  for (const batch of lane.batches) {
    if (batch.state !== 'testing' || batch.since + lane.settings.checkTimeoutMs > now) continue
    const isAlone = batch.size - batch.greenTo === 1 && (batch.isAside || isFront(lane, batch))
    if (isAlone) eject(draft, batch, 'check_timeout')
    else enterState(draft, batch.id, 'red')
  }
}
