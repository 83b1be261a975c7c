// Verifies the hash chain of the audit trail, entry by entry.
import type { AuditVerdict, Break, SealFinding } from '#schemas/audit/verification.js'
import { sha256Of } from '../json/canonical.js'
import type { Anchors, CheckedSeals } from './anchors.js'
import { entryHashOf } from './audit.js'
import type { ChainedEntry } from './entry.js'

export interface ChainState {
  /** The expected `seq` of the next entry. */
  nextSeq: number
  /** The expected `prev_hash` of the next entry; undefined if unknown. */
  prevHash: string | null | undefined
  checked: number
  missing: number
  mismatches: number
  firstSeq: number | null
  lastSeq: number | null
  lastHash: string | null
  /** The first fault. */
  broken: { at: number; reason: Break } | null
}

export function startChain(nextSeq: number, prevHash: ChainState['prevHash']): ChainState {
  const none = { checked: 0, missing: 0, mismatches: 0, firstSeq: null, lastSeq: null, lastHash: null }
  return { nextSeq, prevHash, ...none, broken: null }
}

/** Adds one entry. After a fault, the check continues from the entry as it is, so that each fault counts once. */
export function appendToChain(state: ChainState, entry: ChainedEntry, anchors: Anchors): ChainState {
  const withGap = entry.seq > state.nextSeq ? skipMissing(state, entry.seq) : state
  const fault = findChainFault(withGap, entry, anchors)
  return {
    ...(fault === undefined ? withGap : recordMismatch(withGap, entry.seq, fault)),
    nextSeq: entry.seq + 1,
    prevHash: entry.entry_hash,
    checked: state.checked + 1,
    firstSeq: state.firstSeq ?? entry.seq,
    lastSeq: entry.seq,
    lastHash: entry.entry_hash
  }
}

/** Counts the entries missing before `upTo`. */
export function skipMissing(state: ChainState, upTo: number): ChainState {
  return {
    ...state,
    missing: state.missing + upTo - state.nextSeq,
    broken: state.broken ?? { at: state.nextSeq, reason: 'gap' },
    nextSeq: upTo,
    prevHash: undefined
  }
}

export function recordMismatch(state: ChainState, at: number, reason: Break): ChainState {
  return { ...state, mismatches: state.mismatches + 1, broken: state.broken ?? { at, reason } }
}

function findChainFault(state: ChainState, entry: ChainedEntry, anchors: Anchors): Break | undefined {
  if (sha256Of(entry.payload) !== entry.payload_hash) return 'payload_mismatch'
  if (entryHashOf(entry) !== entry.entry_hash) return 'entry_mismatch'
  const follows = state.prevHash === undefined || state.prevHash === entry.prev_hash
  const anchored = anchors.get(entry.seq) ?? entry.entry_hash
  return follows && entry.seq === state.nextSeq && anchored === entry.entry_hash ? undefined : 'chain_broken'
}

/** Enough to see what is wrong; a trail of several years has thousands of seals. */
const MOST_FINDINGS = 100

/** A trail with an untrusted seal is invalid: the seal may replace one that proved a change. */
export function chainVerdict(state: ChainState, seals: Omit<CheckedSeals, 'anchors'>): AuditVerdict {
  const { broken, checked, missing, mismatches, firstSeq, lastSeq, lastHash } = state
  const fault = broken ?? faultOfSeal(seals.faults[0])
  return {
    valid: fault === null,
    broken_at: fault?.at ?? null,
    ...(fault === null ? {} : { reason: fault.reason }),
    entries_checked: checked,
    gaps: missing,
    hash_mismatches: mismatches,
    first_seq: firstSeq,
    last_seq: lastSeq,
    head_hash: lastHash,
    authenticated_to: authenticatedTo(state, seals.verified),
    unverified_seals: seals.faults.slice(0, MOST_FINDINGS)
  }
}

const faultOfSeal = (finding: SealFinding | undefined) =>
  finding === undefined ? null : { at: finding.last_seq, reason: finding.reason }

/** The last entry before any fault that a signed seal covers. The chain covers everything before it. */
function authenticatedTo(
  { firstSeq, lastSeq, broken }: ChainState,
  verified: readonly number[]
): number | null {
  if (firstSeq === null || lastSeq === null) return null
  const end = Math.min(lastSeq, (broken?.at ?? Number.POSITIVE_INFINITY) - 1)
  const within = verified.filter((seq) => seq >= firstSeq && seq <= end)
  return within.length === 0 ? null : Math.max(...within)
}
