// Reads the audit trail from one entry to another and says whether it is what was written.

import type { Deps } from '#deps.js'
import type { Anchors } from '#domain/audit/anchors.js'
import {
  appendToChain,
  type ChainState,
  chainVerdict,
  recordMismatch,
  skipMissing,
  startChain
} from '#domain/audit/chain.js'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { serviceBusy } from '#errors/errors.js'
import type { AuditVerdict } from '#schemas/audit/verification.js'
import { entriesAfter, entryHashAt, type TrailEnd, trailEnd } from '#store/audit/reads.js'
import { knownSeals } from './anchors.js'

/** So few that neither the event loop nor an embedded database is kept from others for long. */
const AT_ONCE = 200

interface TrailWalk {
  from: number
  to: number
  anchors: Anchors
  /** Called with what was read, whether it is whole or not. */
  each?: (entries: readonly ChainedEntry[]) => Promise<void> | void
}

/** Follows a stretch of the trail, a batch at a time; the link to the entry before it is checked as well. */
export async function walkTrail(
  deps: Pick<Deps, 'db'>,
  { from, to, anchors, each }: TrailWalk
): Promise<ChainState> {
  let state = startChain(from, from === 1 ? null : undefined)
  let after = from - 1
  for (;;) {
    const entries = await entriesAfter(deps.db, { after, upTo: to, most: AT_ONCE })
    if (state.checked === 0 && entries.length > 0) state = await checkLink(deps, { from, anchors }, state)
    for (const entry of entries) state = appendToChain(state, entry, anchors)
    await each?.(entries)
    if (entries.length < AT_ONCE) return state
    after = entries.at(-1)?.seq ?? to
  }
}

/** What lies before belongs to another check, but not that it is there and what was sealed. */
async function checkLink(
  deps: Pick<Deps, 'db'>,
  { from, anchors }: Pick<TrailWalk, 'from' | 'anchors'>,
  state: ChainState
): Promise<ChainState> {
  if (from === 1) return state
  const before = from - 1
  const prevHash = await entryHashAt(deps.db, before)
  if (prevHash === undefined) return skipMissing({ ...state, nextSeq: before }, from)
  const isSealed = (anchors.get(before) ?? prevHash) === prevHash
  return isSealed ? { ...state, prevHash } : recordMismatch({ ...state, prevHash }, before, 'chain_broken')
}

/** The whole stretch up to where the trail should end, whatever there is of it. */
export async function verifyTrail(deps: Deps, asked: { from?: number; to?: number }): Promise<AuditVerdict> {
  const { from = 1 } = asked
  // The seals first: the end that is read after them is never behind them.
  const seals = await knownSeals(deps)
  const { anchors } = seals
  const end = await trailEnd(deps.db)
  const lastAnchor = Math.max(0, ...anchors.keys())
  // What is appended from now on belongs to the next check.
  const known = Math.max(end.seq, end.lastSeq, lastAnchor)
  const to = Math.min(asked.to ?? known, known)
  const state = await walkTrail(deps, { from, to, anchors })
  return chainVerdict(checkTrailEnd(state, { end, to, lastAnchor }), seals)
}

/** An end that was cut off is known by the place where the next entry is bound to, and by the last export. */
function checkTrailEnd(
  state: ChainState,
  known: { end: TrailEnd; to: number; lastAnchor: number }
): ChainState {
  const { end, to, lastAnchor } = known
  const expected = Math.min(to, Math.max(end.seq, lastAnchor))
  const whole = state.nextSeq <= expected ? skipMissing(state, expected + 1) : state
  const isBeyond = whole.lastSeq !== null && whole.lastSeq > end.seq
  const isOther = whole.lastSeq === end.seq && whole.lastHash !== end.hash
  return isBeyond || isOther ? recordMismatch(whole, isBeyond ? end.seq + 1 : end.seq, 'chain_broken') : whole
}

/** Who asks while others wait for so many checks is told to come back. */
const MOST_QUEUED = 8

/** One check at a time in each process, in the order of asking: each takes as long as the trail is. */
export function createTrailVerifier(
  deps: Deps
): (asked: { from?: number; to?: number }) => Promise<AuditVerdict> {
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  return async (asked) => {
    if (inLine >= MOST_QUEUED) throw serviceBusy()
    inLine += 1
    const check = last.then(() => verifyTrail(deps, asked))
    last = check.catch(() => undefined)
    return check.finally(() => {
      inLine -= 1
    })
  }
}
