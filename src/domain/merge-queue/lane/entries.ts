// Entries come, are pushed to, and leave.

import type { ExitReason } from '#schemas/merge-queue/enums.js'
import {
  batchOf,
  cutToFirst,
  type Draft,
  dissolveAfter,
  dissolveFrom,
  endEntry,
  findEntry,
  isLanding,
  moveEntry,
  setBatch,
  setEntry
} from './draft.js'
import type { Areas, CheckVerdict, LaneEntry } from './lane.js'

export function addEntry(draft: Draft, entry: LaneEntry) {
  if (findEntry(draft, entry.number)) return
  draft.lane.entries = [...draft.lane.entries, entry]
  draft.moves.push({ number: entry.number, from: null, to: entry.status, reason: 'admitted' })
}

interface Pushed {
  number: number
  headSha: string
  areas?: Areas | undefined
}

/** A new head has to pass its own checks first, and may touch everything until it is known what it changes. */
export function applyPush(draft: Draft, { number, headSha, areas }: Pushed) {
  const entry = findEntry(draft, number)
  if (!entry) return
  if (entry.headSha === headSha) return areas === undefined ? undefined : setEntry(draft, number, { areas })
  if (isLanding(draft, number)) return interruptByPush(draft, entry, headSha)
  leaveBatch(draft, number)
  restartEntry(draft, { number, headSha, areas })
}

/** Whoever has left stays out, whatever is pushed afterwards. */
function interruptByPush(draft: Draft, { number, interruption }: LaneEntry, headSha: string) {
  if (interruption?.is !== 'left') setEntry(draft, number, { interruption: { is: 'pushed', headSha } })
}

export function restartEntry(draft: Draft, { number, headSha, areas = null }: Pushed) {
  const entry = findEntry(draft, number)
  if (!entry) return
  moveEntry(draft, entry, { to: 'pending', reason: 'pushed' })
  const fresh = { attempts: 0, notBefore: 0, behind: null, leftOut: 0, interruption: null }
  setEntry(draft, number, { headSha, areas, pendingSince: draft.now, ...fresh })
}

export function applyExit(draft: Draft, number: number, reason: ExitReason) {
  if (isLanding(draft, number)) return setEntry(draft, number, { interruption: { is: 'left', reason } })
  leaveBatch(draft, number)
  const entry = findEntry(draft, number)
  if (entry) endEntry(draft, entry, { to: 'removed', reason })
}

/** What contains it, and what is built on that, has to be built anew. */
export function leaveBatch(draft: Draft, number: number) {
  const batch = batchOf(draft, number)
  if (!batch) return
  if (batch.state !== 'landing') return dissolveFrom(draft, batch.id)
  // The member that is under way cannot be called back.
  dissolveAfter(draft, batch)
  cutToFirst(draft, batch)
  setBatch(draft, batch.id, { redAt: null })
}

interface Checked {
  number: number
  headSha: string
  verdict: CheckVerdict
}

/** While it is in a batch the candidate is what counts. */
export function applyChecks(draft: Draft, { number, headSha, verdict }: Checked) {
  const entry = findEntry(draft, number)
  if (!entry || entry.headSha !== headSha || entry.status === 'merging') return
  if (verdict === 'passed') return moveEntry(draft, entry, { to: 'ready', reason: 'checks_passed' })
  if (verdict === 'failed') endEntry(draft, entry, { to: 'blocked', reason: 'check_failed' })
}

/** The checks of such a head never begin. Once they have passed, the candidate is what counts. */
export function applyConflict(draft: Draft, { number, headSha }: Pushed) {
  const entry = findEntry(draft, number)
  if (entry?.headSha === headSha && entry.status === 'pending')
    endEntry(draft, entry, { to: 'blocked', reason: 'conflict' })
}
