// Which failures were not due to the code.
import type { RecentOutcome, TestHistory } from './history.js'

/** What the default branch last said of a test in one configuration. */
export interface BranchTrack {
  configuration: string
  hasPassed: boolean
  /** Failures since the last pass. */
  failures: number
  firstBadCommit: string | null
  signature: string | null
  hadMassFailure: boolean
}

/** What one outcome says, with those around it. */
export interface OutcomeEvidence {
  /** The weight of the flaky failures that it shows: 1 is a proof. */
  flaky: number
  passes: number
  /** Of a failure that was proven to be flaky. */
  signature: string | null
  /** Failures that this pass of the same code shows not to be due to the code. */
  clears: ReadonlySet<RecentOutcome>
  /** The default branch after this outcome; the track that moved last is the last. */
  tracks: BranchTrack[]
}

export interface Assessment {
  /** One for each of these outcomes, in their order. */
  evidence: OutcomeEvidence[]
  /** Recent failures that are proven to be flaky. What fails with very many others is no proof. */
  proven: ReadonlySet<RecentOutcome>
  tracks: readonly BranchTrack[]
  /** Signatures of flaky failures, the latest last. */
  known: string[]
}

export const MOST_SIGNATURES = 10

/**
 * One failing run on the default branch between two passing ones: it may have been broken and mended at once. Four of
 * them are as good as a proof, three are not.
 */
const LONE_FAILURE = 0.2
/** Unless it fails as it did when it was proven to be flaky. */
const KNOWN_FAILURE = 1

/** Says what the first `count` recent outcomes show, in the light of all of them. */
export function assessOutcomes(
  { recent, settled }: Pick<TestHistory, 'recent' | 'settled'>,
  count = recent.length
): Assessment {
  // Most tests pass always, and then there is nothing to compare.
  const groups = recent.some(({ status }) => status !== 'passed') ? groupByCode(recent) : NO_GROUPS
  const blameless = blamelessFailures(recent, groups)
  const proven = new Set([...blameless].filter(({ isMassFailure }) => !isMassFailure))
  let tracks: BranchTrack[] = settled.tracks
  const known = new Set(settled.signatures)
  const evidence = recent.slice(0, count).map((outcome): OutcomeEvidence => {
    const isProven = proven.has(outcome)
    const lone = endsLoneFailure(outcome, tracks) ? weightOfLone(outcome, tracks, known) : 0
    tracks = followed(tracks, outcome, blameless)
    const signature = isProven ? outcome.signature : null
    if (signature !== null) {
      known.delete(signature)
      known.add(signature)
    }
    return {
      flaky: (isProven ? 1 : 0) + lone,
      passes: outcome.status === 'passed' ? 1 : 0,
      signature,
      clears: clearedBy(outcome, blameless, groups),
      tracks
    }
  })
  return { evidence, proven, tracks, known: [...known] }
}

type Groups = ReadonlyMap<string, RecentOutcome[]>
const NO_GROUPS: Groups = new Map()

/**
 * Attempts of a run test the same code, and so do runs of a commit on the default branch. Of a pull request, a later run
 * tests its merge with another base.
 */
function codesOf({ runId, isOnDefaultBranch, configuration, commit }: RecentOutcome): string[] {
  const run = `run ${configuration} ${runId}`
  return isOnDefaultBranch ? [run, `commit ${configuration} ${commit}`] : [run]
}

function groupByCode(recent: readonly RecentOutcome[]): Groups {
  const groups = new Map<string, RecentOutcome[]>()
  for (const outcome of recent)
    for (const code of codesOf(outcome)) {
      const group = groups.get(code)
      if (group) group.push(outcome)
      else groups.set(code, [outcome])
    }
  return groups
}

const hasPassed = ({ status }: RecentOutcome) => status !== 'failed'

function blamelessFailures(recent: readonly RecentOutcome[], groups: Groups): Set<RecentOutcome> {
  const isBlameless = (outcome: RecentOutcome) =>
    outcome.isBlameless ||
    outcome.status === 'flaky' ||
    (outcome.status === 'failed' && codesOf(outcome).some((code) => groups.get(code)?.some(hasPassed)))
  return new Set(recent.filter(isBlameless))
}

const NOTHING: ReadonlySet<RecentOutcome> = new Set()

function clearedBy(
  outcome: RecentOutcome,
  blameless: ReadonlySet<RecentOutcome>,
  groups: Groups
): ReadonlySet<RecentOutcome> {
  if (!hasPassed(outcome) || blameless.size === 0) return NOTHING
  return new Set(
    codesOf(outcome).flatMap((code) => groups.get(code)?.filter((one) => blameless.has(one)) ?? [])
  )
}

const trackIn = (tracks: readonly BranchTrack[], { configuration }: RecentOutcome) =>
  tracks.find((track) => track.configuration === configuration)

/** A later attempt says something of its own commit alone, which need not be the latest. */
const isOnTrack = ({ isOnDefaultBranch, attempt }: RecentOutcome) => isOnDefaultBranch && attempt === 1

function endsLoneFailure(outcome: RecentOutcome, tracks: readonly BranchTrack[]): boolean {
  const track = trackIn(tracks, outcome)
  if (!track || !isOnTrack(outcome) || !hasPassed(outcome)) return false
  return track.hasPassed && track.failures === 1 && !track.hadMassFailure
}

function weightOfLone(outcome: RecentOutcome, tracks: readonly BranchTrack[], known: ReadonlySet<string>) {
  const signature = trackIn(tracks, outcome)?.signature ?? null
  return signature !== null && known.has(signature) ? KNOWN_FAILURE : LONE_FAILURE
}

/** The tracks after an outcome. A commit that fails at first and passes later is as good as one that passes. */
function followed(
  tracks: BranchTrack[],
  outcome: RecentOutcome,
  blameless: ReadonlySet<RecentOutcome>
): BranchTrack[] {
  const before = trackIn(tracks, outcome)
  const isRetry = !isOnTrack(outcome)
  const lengthens = outcome.status === 'failed' && before !== undefined && before.failures > 0
  if (!outcome.isOnDefaultBranch || (isRetry && !lengthens)) return tracks
  const isGood = hasPassed(outcome) || blameless.has(outcome)
  if (isGood && isRetry) return tracks
  if (isGood && before === tracks.at(-1) && before !== undefined && isPassing(before)) return tracks
  const after = isGood ? passingTrack(outcome) : failingTrack(before, outcome)
  return [...tracks.filter((track) => track !== before), after]
}

const passingTrack = ({ configuration }: RecentOutcome): BranchTrack => ({
  configuration,
  hasPassed: true,
  failures: 0,
  firstBadCommit: null,
  signature: null,
  hadMassFailure: false
})

const isPassing = ({ hasPassed: isGood, failures, hadMassFailure }: BranchTrack) =>
  isGood && failures === 0 && !hadMassFailure

function failingTrack(before: BranchTrack | undefined, outcome: RecentOutcome): BranchTrack {
  const failures = before?.failures ?? 0
  return {
    configuration: outcome.configuration,
    hasPassed: before?.hasPassed ?? false,
    failures: failures + 1,
    firstBadCommit: failures === 0 ? outcome.commit : (before?.firstBadCommit ?? outcome.commit),
    signature: failures === 0 ? outcome.signature : (before?.signature ?? null),
    hadMassFailure: outcome.isMassFailure || (before?.hadMassFailure ?? false)
  }
}
