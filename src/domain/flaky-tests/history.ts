// What is remembered of a test: enough to judge it, however many runs it has had.
import { sha256Of } from '../json/canonical.js'
import { DAY_MS } from '../time/durations.js'
import { assessOutcomes, type BranchTrack, MOST_SIGNATURES, type OutcomeEvidence } from './evidence.js'
import type { TestOutcome } from './outcomes.js'
import { signatureHash } from './signature.js'

/** The scoring window. */
export const MOST_RECENT = 30
const MOST_TRACKS = 6
const COMMIT_LENGTH = 12
const CONFIGURATION_LENGTH = 4
/** OutcomeEvidence from so long ago counts half. */
const HALF_LIFE_MS = 60 * DAY_MS

export interface RecentOutcome {
  commit: string
  configuration: string
  runId: number
  attempt: number
  ranAtMs: number
  isOnDefaultBranch: boolean
  status: 'passed' | 'failed' | 'flaky'
  signature: string | null
  isMassFailure: boolean
  /** A pass that is no longer remembered proves that the code was not to blame for this failure. */
  isBlameless: boolean
}

/** What outcomes have left behind that are no longer remembered. */
export interface SettledOutcomes {
  /** Flaky failures by their weight, and passes; both fade with time. */
  flaky: number
  passes: number
  tracks: BranchTrack[]
  /** Of failures that were proven to be flaky; the latest is the last. */
  signatures: string[]
}

export interface TestHistory {
  /** In the order in which they ran, of which the last is the latest. */
  recent: RecentOutcome[]
  settled: SettledOutcomes
  /** Outcomes up to this place in the order are never counted again. */
  horizon: OutcomePlace | null
}

/** Where an outcome stands among all of its test. */
export type OutcomePlace = Pick<RecentOutcome, 'ranAtMs' | 'runId' | 'attempt' | 'configuration'>

export function emptyHistory(): TestHistory {
  return {
    recent: [],
    settled: { flaky: 0, passes: 0, tracks: [], signatures: [] },
    horizon: null
  }
}

/**
 * Adds outcomes, whatever their order, each run and attempt once. An outcome that arrives after 30 later ones have
 * comes too late to count.
 */
export function observeOutcomes(history: TestHistory, outcomes: readonly TestOutcome[]): TestHistory {
  const known = new Map(history.recent.map((outcome) => [keyOf(outcome), outcome]))
  const { horizon } = history
  for (const outcome of outcomes) {
    const remembered = rememberedOf(outcome)
    if (!remembered || (horizon && byTime(remembered, horizon) <= 0)) continue
    const before = known.get(keyOf(remembered))
    if (!before) known.set(keyOf(remembered), remembered)
    else if (isWorse(remembered, before))
      known.set(keyOf(remembered), { ...remembered, isBlameless: before.isBlameless })
  }
  let next = { ...history, recent: [...known.values()].sort(byTime) }
  while (next.recent.length > MOST_RECENT) next = settleOldest(next)
  return next
}

/** A history in which only what runs from now on counts, such as after a graduation. What is known of its failures stays. */
export function restartHistory(history: TestHistory, at: Date): TestHistory {
  const { known } = assessOutcomes(history)
  const recent = history.recent.filter(({ ranAtMs }) => ranAtMs > at.getTime())
  const end = { ranAtMs: at.getTime(), runId: Number.MAX_SAFE_INTEGER, attempt: 0, configuration: '' }
  const horizon = history.horizon && byTime(history.horizon, end) > 0 ? history.horizon : end
  const signatures = known.slice(-MOST_SIGNATURES)
  return { recent, horizon, settled: { ...emptyHistory().settled, signatures } }
}

const keyOf = ({ runId, attempt, configuration }: OutcomePlace) => `${runId} ${attempt} ${configuration}`

const SEVERITY = { passed: 0, flaky: 1, failed: 2 }

/** The same attempt may report a test twice, from two jobs. */
const isWorse = (left: RecentOutcome, right: RecentOutcome) => SEVERITY[left.status] > SEVERITY[right.status]

const byTime = (left: OutcomePlace, right: OutcomePlace) =>
  left.ranAtMs - right.ranAtMs ||
  left.runId - right.runId ||
  left.attempt - right.attempt ||
  Number(left.configuration > right.configuration) - Number(left.configuration < right.configuration)

/** All outcomes of a run have the same. */
let lastConfiguration: { name: string; short: string } | undefined

function shortConfiguration(name: string): string {
  if (lastConfiguration?.name !== name)
    lastConfiguration = { name, short: sha256Of(name).slice(0, CONFIGURATION_LENGTH) }
  return lastConfiguration.short
}

function rememberedOf(outcome: TestOutcome): RecentOutcome | null {
  const { commitSha, configuration, ranAt, status, failure, ...same } = outcome
  const ranAtMs = ranAt.getTime()
  if (status === 'skipped' || Number.isNaN(ranAtMs)) return null
  return {
    commit: commitSha.slice(0, COMMIT_LENGTH),
    configuration: shortConfiguration(configuration),
    runId: same.runId,
    attempt: same.attempt,
    ranAtMs,
    isOnDefaultBranch: same.isOnDefaultBranch,
    status,
    signature: failure && status !== 'passed' ? signatureHash(failure) : null,
    isMassFailure: same.isMassFailure,
    isBlameless: false
  }
}

/** Turns the oldest outcome into counts; looks no further than the window, so that the size of a batch has no effect. */
function settleOldest(history: TestHistory): TestHistory {
  const [oldest, ...later] = history.recent
  if (!oldest) return history
  const window = history.recent.slice(0, MOST_RECENT + 1)
  const [found] = assessOutcomes({ ...history, recent: window }, 1).evidence
  const recent = found?.clears.size ? later.map((outcome) => withProof(outcome, found)) : later
  const settled = found ? settle(history, oldest.ranAtMs, found) : history.settled
  const { ranAtMs, runId, attempt, configuration } = oldest
  return { recent, settled, horizon: { ranAtMs, runId, attempt, configuration } }
}

function withProof(outcome: RecentOutcome, { clears }: OutcomeEvidence): RecentOutcome {
  return clears.has(outcome) ? { ...outcome, isBlameless: true } : outcome
}

function settle({ settled, horizon }: TestHistory, ranAtMs: number, found: OutcomeEvidence): SettledOutcomes {
  const fading = 0.5 ** ((ranAtMs - (horizon?.ranAtMs ?? ranAtMs)) / HALF_LIFE_MS)
  const { signatures } = settled
  const others = signatures.filter((signature) => signature !== found.signature)
  return {
    flaky: settled.flaky * fading + found.flaky,
    passes: settled.passes * fading + found.passes,
    tracks: found.tracks.slice(-MOST_TRACKS),
    signatures: found.signature === null ? signatures : [...others, found.signature].slice(-MOST_SIGNATURES)
  }
}
