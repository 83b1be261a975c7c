// Outcomes of one test, written as short texts.
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import { HOUR_MS } from '#domain/time/durations.js'

export const START = new Date('2026-03-02T08:00:00Z')
export const hoursLater = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)

/** A hexadecimal commit of this number. */
export const commitOf = (number: number) => number.toString(16).padStart(8, '0').padEnd(40, '0')

export function outcomeOf(given: Partial<TestOutcome> & { runId: number }): TestOutcome {
  const { runId, attempt = 1, status = 'passed' } = given
  return {
    commitSha: commitOf(runId),
    configuration: 'ci.yml',
    attempt,
    ranAt: hoursLater(runId + attempt / 100),
    isOnDefaultBranch: true,
    status,
    failure: status === 'passed' ? null : { errorClass: 'Error', message: 'it went wrong' },
    isMassFailure: false,
    ...given
  }
}

const STATUSES = { P: 'passed', F: 'failed', K: 'flaky', S: 'skipped' } as const
const isLetter = (letter: string): letter is keyof typeof STATUSES => letter in STATUSES

/** Each word is a run of another commit, and each letter of it an attempt: P passed, F failed, K flaky, S skipped. */
export function runsOf(words: string, given: Partial<TestOutcome> = {}, first = 1): TestOutcome[] {
  return words
    .split(' ')
    .flatMap((word, at) =>
      [...word]
        .filter(isLetter)
        .map((letter, attempt) =>
          outcomeOf({ runId: first + at, attempt: attempt + 1, status: STATUSES[letter], ...given })
        )
    )
}

export const times = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ')
