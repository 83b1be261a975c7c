// Reads a range of the audit trail and verifies it.

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

/** Small enough to block neither the event loop nor an embedded database for long. */
const AT_ONCE = 200

interface TrailWalk {
  from: number
  to: number
  anchors: Anchors
  /** Called with each batch, whether it is intact or not. */
  each?: (entries: readonly ChainedEntry[]) => Promise<void> | void
}

/** Verifies a range of the trail in batches, including the link to the entry before it. */
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

/** Entries before the range are not verified, but the last of them must exist and match its seal. */
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

/** Verifies the whole range up to where the trail should end, even if entries are missing. */
export async function verifyTrail(deps: Deps, range: { from?: number; to?: number }): Promise<AuditVerdict> {
  const { from = 1 } = range
  // The seals are read first, so that the end of the trail is never behind them.
  const seals = await knownSeals(deps)
  const { anchors } = seals
  const end = await trailEnd(deps.db)
  const lastAnchor = Math.max(0, ...anchors.keys())
  // Entries appended from now on belong to the next check.
  const known = Math.max(end.seq, end.lastSeq, lastAnchor)
  const to = Math.min(range.to ?? known, known)
  const state = await walkTrail(deps, { from, to, anchors })
  return chainVerdict(checkTrailEnd(state, { end, to, lastAnchor }), seals)
}

/** A truncated trail is detected by the position of the next entry and by the last export. */
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

/** Further callers are asked to come back later. */
const MOST_QUEUED = 8

/** Runs one check at a time per process, in the order of the requests, because each reads the whole trail. */
export function createTrailVerifier(
  deps: Deps
): (range: { from?: number; to?: number }) => Promise<AuditVerdict> {
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  return async (range) => {
    if (inLine >= MOST_QUEUED) throw serviceBusy()
    inLine += 1
    const check = last.then(() => verifyTrail(deps, range))
    last = check.catch(() => undefined)
    return check.finally(() => {
      inLine -= 1
    })
  }
}
