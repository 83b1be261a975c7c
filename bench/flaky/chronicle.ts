// Made-up lives of tests whose truth is known: runs of a repository, what broke in it, and what was run again.

import { type Random, randomOf } from '#demo/random.js'
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import type { FailureText } from '#domain/flaky-tests/signature.js'
import { HOUR_MS } from '#domain/time/durations.js'

export interface TestKind {
  name: string
  /** How often it fails for other reasons than the code. */
  rate: number
  /** When the default branch breaks it: never, for good, or until somebody mends it, several times. */
  breaks: 'never' | 'for good' | 'at times'
  /** How often a pull request breaks it by its own change. */
  brokenByPulls: number
}

export interface Chronicle {
  outcomes: TestOutcome[]
  /** The commit that broke it for good, if one did. */
  firstBadCommit: string | null
}

export interface Circumstances {
  runs: number
  /** A run in which something failed is run again with this probability, up to twice. */
  rerun: number
}

const START_MS = Date.UTC(2026, 0, 5)
const MEAN_PAUSE_MS = 2 * HOUR_MS
const OTHERS_FAIL = 0.1
const MASS_FAILURE = 0.01
const HIT_BY_MASS_FAILURE = 0.6
const ON_DEFAULT_BRANCH = 0.5
/** A pull request whose commit is tested once more later, merged with another state of the base. */
const TESTED_AGAIN = 0.05
const MEAN_BREAKAGE = 6
const MOST_ATTEMPTS = 3

export function chronicleOf(kind: TestKind, { runs, rerun }: Circumstances, seed: number): Chronicle {
  return new TestLife(kind, rerun, randomOf(seed)).live(runs)
}

interface Revision {
  commitSha: string
  isOnDefaultBranch: boolean
  isBrokenByItself: boolean
}

class TestLife {
  #outcomes: TestOutcome[] = []
  #nowMs = START_MS
  #brokenFor = 0
  #firstBadCommit: string | null = null
  #pulls: Revision[] = []
  #kind: TestKind
  #rerun: number
  #random: Random

  constructor(kind: TestKind, rerun: number, random: Random) {
    this.#kind = kind
    this.#rerun = rerun
    this.#random = random
  }

  live(runs: number): Chronicle {
    // Neither at once nor too late to be noticed.
    const breaksAt = Math.floor(runs * (0.1 + 0.7 * this.#random.next()))
    for (let run = 1; run <= runs; run += 1) {
      this.#nowMs += this.#random.exponential(MEAN_PAUSE_MS)
      const revision = this.#random.chance(ON_DEFAULT_BRANCH)
        ? this.#pushToDefaultBranch(run >= breaksAt)
        : this.#pushToPull()
      this.#run(run, revision)
    }
    return { outcomes: this.#outcomes, firstBadCommit: this.#firstBadCommit }
  }

  #pushToDefaultBranch(isDue: boolean): Revision {
    const commitSha = this.#newCommit()
    const { breaks } = this.#kind
    if (this.#brokenFor > 0) this.#brokenFor -= 1
    else if (breaks === 'for good' && isDue) {
      this.#brokenFor = Number.POSITIVE_INFINITY
      this.#firstBadCommit = commitSha
    } else if (breaks === 'at times' && this.#random.chance(0.02))
      this.#brokenFor = 1 + Math.floor(this.#random.exponential(MEAN_BREAKAGE))
    return { commitSha, isOnDefaultBranch: true, isBrokenByItself: false }
  }

  #pushToPull(): Revision {
    const earlier = this.#pulls.at(-1)
    if (earlier && this.#random.chance(TESTED_AGAIN)) return earlier
    const revision = {
      commitSha: this.#newCommit(),
      isOnDefaultBranch: false,
      isBrokenByItself: this.#random.chance(this.#kind.brokenByPulls)
    }
    this.#pulls.push(revision)
    return revision
  }

  #run(runId: number, revision: Revision): void {
    const { isBrokenByItself, ...tested } = revision
    const isBroken = isBrokenByItself || this.#brokenFor > 0
    const isMassFailure = this.#random.chance(MASS_FAILURE)
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const isHit = isMassFailure && attempt === 1
      const failure = this.#failureIn(isBroken, isHit)
      const ranAt = new Date(this.#nowMs + attempt * (HOUR_MS / 4))
      const status = failure ? 'failed' : 'passed'
      const at = { runId, attempt, ranAt, configuration: 'ci.yml' }
      this.#outcomes.push({ ...tested, ...at, status, failure, isMassFailure: isHit })
      const isRed = failure !== null || isHit || this.#random.chance(OTHERS_FAIL)
      if (!isRed || !this.#random.chance(this.#rerun)) return
    }
  }

  #failureIn(isBroken: boolean, isHit: boolean): FailureText | null {
    if (isBroken) return { errorClass: 'AssertionError', message: 'expected the total to be 3, was 4' }
    if (!this.#random.chance(isHit ? HIT_BY_MASS_FAILURE : this.#kind.rate)) return null
    const ms = 1_000 + this.#random.below(9_000)
    return { errorClass: 'TimeoutError', message: `no answer from 10.0.0.${ms % 250}:5432 within ${ms} ms` }
  }

  #newCommit(): string {
    const word = () =>
      this.#random
        .below(2 ** 32)
        .toString(16)
        .padStart(8, '0')
    return Array.from({ length: 5 }, word).join('')
  }
}

/** The order in which results arrive: some are late by up to five others. */
export function arrivals(outcomes: readonly TestOutcome[], seed: number): TestOutcome[] {
  const random = randomOf(seed)
  return outcomes
    .map((outcome, at) => ({ outcome, at: at + random.next() * 5 }))
    .sort((left, right) => left.at - right.at)
    .map(({ outcome }) => outcome)
}
