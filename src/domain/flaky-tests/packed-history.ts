// A history as it is stored: less than 4 kB of JSON.
import type { BranchTrack } from './evidence.js'
import type { OutcomePlace, RecentOutcome, TestHistory } from './history.js'

/** Each outcome and track as a list: the names of the fields would take most of the space. */
export interface PackedHistory {
  recent: PackedOutcome[]
  flaky: number
  passes: number
  tracks: PackedTrack[]
  signatures: string[]
  horizon: PackedPlace | null
}

type PackedPlace = [ranAtMs: number, runId: number, attempt: number, configuration: string]

type PackedOutcome = [
  ranAtMs: number,
  runId: number,
  attempt: number,
  commit: string,
  configuration: string,
  status: RecentOutcome['status'],
  flags: number,
  signature: string | null
]

type PackedTrack = [
  configuration: string,
  failures: number,
  flags: number,
  firstBadCommit: string | null,
  signature: string | null
]

const bits = (...flags: boolean[]) => flags.reduce((sum, flag, at) => sum + (flag ? 2 ** at : 0), 0)
const hasBit = (flags: number, at: number) => Math.floor(flags / 2 ** at) % 2 === 1

export function packHistory({ recent, settled, horizon }: TestHistory): PackedHistory {
  return {
    recent: recent.map(packOutcome),
    flaky: settled.flaky,
    passes: settled.passes,
    tracks: settled.tracks.map(packTrack),
    signatures: settled.signatures,
    horizon: horizon && [horizon.ranAtMs, horizon.runId, horizon.attempt, horizon.configuration]
  }
}

export function unpackHistory(packed: PackedHistory): TestHistory {
  const { flaky, passes, signatures } = packed
  return {
    recent: packed.recent.map(unpackOutcome),
    settled: { flaky, passes, tracks: packed.tracks.map(unpackTrack), signatures },
    horizon: packed.horizon && placeOf(packed.horizon)
  }
}

const placeOf = ([ranAtMs, runId, attempt, configuration]: PackedPlace): OutcomePlace => ({
  ranAtMs,
  runId,
  attempt,
  configuration
})

function packOutcome(outcome: RecentOutcome): PackedOutcome {
  const { ranAtMs, runId, attempt, commit, configuration, status, signature } = outcome
  const flags = bits(outcome.isOnDefaultBranch, outcome.isMassFailure, outcome.isBlameless)
  return [ranAtMs, runId, attempt, commit, configuration, status, flags, signature]
}

function unpackOutcome(packed: PackedOutcome): RecentOutcome {
  const [ranAtMs, runId, attempt, commit, configuration, status, flags, signature] = packed
  return {
    ranAtMs,
    runId,
    attempt,
    commit,
    configuration,
    status,
    signature,
    isOnDefaultBranch: hasBit(flags, 0),
    isMassFailure: hasBit(flags, 1),
    isBlameless: hasBit(flags, 2)
  }
}

function packTrack(track: BranchTrack): PackedTrack {
  const { configuration, failures, firstBadCommit, signature } = track
  return [configuration, failures, bits(track.hasPassed, track.hadMassFailure), firstBadCommit, signature]
}

function unpackTrack([configuration, failures, flags, firstBadCommit, signature]: PackedTrack): BranchTrack {
  return {
    configuration,
    failures,
    firstBadCommit,
    signature,
    hasPassed: hasBit(flags, 0),
    hadMassFailure: hasBit(flags, 1)
  }
}
