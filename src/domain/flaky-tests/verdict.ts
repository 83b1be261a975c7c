// Says what a test is: stable, flaky or broken, and how sure that is.
import type { TestStanding } from '#schemas/flaky-tests/enums.js'
import { type Assessment, assessOutcomes, type BranchTrack, MOST_SIGNATURES } from './evidence.js'
import type { RecentOutcome, TestHistory } from './history.js'
import { estimateRate, type RateEstimate } from './posterior.js'

export interface TestVerdict {
  standing: TestStanding
  /** Of the latest 30 outcomes, as the contract counts them. */
  runCount: number
  passCount: number
  failCount: number
  flakinessScore: number
  flipCount: number
  /** Commits on which the same code both passed and failed. */
  sameCommitFlips: number
  /** How often the test fails for other reasons than the code. */
  failureRate: RateEstimate
  /** Of a broken test that has passed before: since which commit it fails, abbreviated. */
  firstBadCommit: string | null
  lastFailedAt: Date | null
  /** How flaky failures of this test look. */
  knownSignatures: string[]
  /** For people. */
  reasons: string[]
}

/** Fewer runs decide nothing. */
const FEWEST_RUNS = 5
const THRESHOLD_SCORE = 0.2
/** One proof that has begun to fade, or four lone failures; never three. */
const LEAST_EVIDENCE = 0.75
/** A test has to fail at least once in so many runs, in the lower bound, to be worth a quarantine. */
const LEAST_RATE = 1 / 2_000
/** Failures in a row are a breakage if a flaky test would have had them so rarely. */
const MOST_CHANCE = 0.001
/** What is assumed of a test before its first run: 5 % of failures, as if it had been seen ten times. */
const PRIOR = { alpha: 0.5, beta: 9.5 }

export function judgeTest(history: TestHistory): TestVerdict {
  const assessment = assessOutcomes(history)
  const counts = countsOf(history.recent, assessment)
  const weighed = weigh(history, assessment)
  const failureRate = estimateRate({
    alpha: PRIOR.alpha + weighed.flaky,
    beta: PRIOR.beta + weighed.passes
  })
  const broken = longest(assessment.tracks.filter(({ failures }) => isBreakage(failures, failureRate)))
  const facts: Facts = { ...counts, ...weighed, failureRate, broken, isFailing: isFailing(assessment) }
  return {
    ...counts,
    standing: standingOf(facts),
    failureRate,
    firstBadCommit: broken?.hasPassed ? broken.firstBadCommit : null,
    lastFailedAt: lastFailureOf(history.recent),
    knownSignatures: assessment.known.slice(-MOST_SIGNATURES),
    reasons: reasonsFor(facts)
  }
}

type Counts = ReturnType<typeof countsOf>

interface Facts extends Counts {
  flaky: number
  passes: number
  failureRate: RateEstimate
  broken: BranchTrack | undefined
  /** The default branch fails at present, for whatever reason. */
  isFailing: boolean
}

function countsOf(recent: readonly RecentOutcome[], { proven }: Assessment) {
  const runCount = recent.length
  const passCount = recent.filter(({ status }) => status === 'passed').length
  const failCount = runCount - passCount
  const flips = recent.filter((outcome, at) => {
    const before = recent[at - 1]
    return before !== undefined && (before.status === 'passed') !== (outcome.status === 'passed')
  })
  return {
    runCount,
    passCount,
    failCount,
    flakinessScore: runCount === 0 ? 0 : failCount / runCount,
    flipCount: flips.length,
    sameCommitFlips: new Set([...proven].map(({ commit }) => commit)).size
  }
}

function weigh({ settled }: TestHistory, { evidence }: Assessment) {
  return {
    flaky: evidence.reduce((sum, { flaky }) => sum + flaky, settled.flaky),
    passes: evidence.reduce((sum, { passes }) => sum + passes, settled.passes)
  }
}

const isBreakage = (failures: number, { upper }: RateEstimate) =>
  failures > 0 && upper ** failures < MOST_CHANCE

const isFailing = ({ tracks }: Assessment) => tracks.some(({ failures }) => failures > 0)

const longest = (tracks: readonly BranchTrack[]) =>
  tracks.toSorted((left, right) => right.failures - left.failures)[0]

function lastFailureOf(recent: readonly RecentOutcome[]): Date | null {
  const last = recent.findLast(({ status }) => status !== 'passed')
  return last ? new Date(last.ranAtMs) : null
}

/** A breakage outweighs everything: what fails always must not be hidden, even if it was flaky before. */
function standingOf(facts: Facts): TestStanding {
  if (facts.broken) return 'broken'
  if (facts.runCount < FEWEST_RUNS) return 'undecided'
  if (isAboveThreshold(facts) || isSurelyFlaky(facts)) return 'flaky'
  return facts.isFailing || facts.passCount === 0 ? 'undecided' : 'stable'
}

/** The threshold of the contract, and a proof. */
const isAboveThreshold = ({ flakinessScore, sameCommitFlips, passCount }: Facts) =>
  flakinessScore >= THRESHOLD_SCORE && sameCommitFlips > 0 && passCount > 0

const isSurelyFlaky = ({ flaky, failureRate }: Facts) =>
  flaky >= LEAST_EVIDENCE && failureRate.lower >= LEAST_RATE

function reasonsFor(facts: Facts): string[] {
  const { runCount, failCount, sameCommitFlips, broken, failureRate, flaky } = facts
  const { lower, upper } = failureRate
  return [
    ...(broken ? [breakageText(broken)] : []),
    ...(runCount < FEWEST_RUNS ? [`Fewer than ${FEWEST_RUNS} runs decide nothing.`] : []),
    `It failed in ${failCount} of its latest ${runCount} runs.`,
    ...(sameCommitFlips > 0
      ? [`The same code both passed and failed on ${sameCommitFlips} of the commits.`]
      : []),
    ...(flaky > 0 && sameCommitFlips === 0
      ? [`Earlier or single failures count as ${flaky.toFixed(1)} proofs of flakiness.`]
      : []),
    `With a probability of 90 %, it fails in ${percent(lower)} to ${percent(upper)} of its runs for other reasons than the code.`
  ]
}

function breakageText({ failures, firstBadCommit, hasPassed }: BranchTrack): string {
  return hasPassed
    ? `It fails on the default branch since commit ${firstBadCommit}, ${failures} times in a row.`
    : `It has failed ${failures} times in a row on the default branch, and never passed there.`
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 2 : 0)} %`
