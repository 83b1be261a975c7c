// The states of a tracked test: when it is quarantined, and how it leaves the quarantine.
import type { FlakyStatus } from '#schemas/flaky-tests/enums.js'
import { DAY_MS } from '../time/durations.js'
import type { TestHistory } from './history.js'
import { type FailureText, signatureHash } from './signature.js'
import type { TestVerdict } from './verdict.js'

export interface QuarantineState {
  status: FlakyStatus
  quarantinedAt: Date | null
  expiresAt: Date | null
  graduatedAt: Date | null
  /** Until then the test is not quarantined again. */
  quietUntil: Date | null
  relapseCount: number
}

export const NEW_TEST: QuarantineState = {
  status: 'tracked',
  quarantinedAt: null,
  expiresAt: null,
  graduatedAt: null,
  quietUntil: null,
  relapseCount: 0
}

export type MoveCause = 'flaky' | 'relapsed' | 'stable' | 'expired' | 'broken' | 'refused' | 'person'

export interface TestMove {
  cause: MoveCause
  state: QuarantineState
  /** Whether only later results count from now on: `restartHistory`. */
  restarts: boolean
  /** For people. */
  reason: string
}

export interface QuarantineRules {
  /** How long a quarantine lasts at most. */
  days: number
}

export const QUARANTINE_RULES: QuarantineRules = { days: 30 }
/** So many passes in a row after the quarantine end it. */
const PASSES_TO_GRADUATE = 10
const QUIET_DAYS = 7

/** What decides on a test. */
export interface TestKnowledge extends Pick<TestVerdict, 'standing' | 'reasons'> {
  /** In a row, since its quarantine. */
  passes: number
}

export const knowledgeOf = (
  { quarantinedAt }: Pick<QuarantineState, 'quarantinedAt'>,
  history: TestHistory,
  { standing, reasons }: TestVerdict
): TestKnowledge => ({ standing, reasons, passes: quarantinedAt ? passesSince(history, quarantinedAt) : 0 })

/** What the state of a test should become; null if it should stay as it is. */
export function moveTest(
  state: QuarantineState,
  known: TestKnowledge,
  now: Date,
  rules: QuarantineRules = QUARANTINE_RULES
): TestMove | null {
  if (state.status === 'dismissed') return null
  if (state.status === 'quarantined') return leave(state, known, now)
  const isQuiet = state.quietUntil !== null && now < state.quietUntil
  return known.standing === 'flaky' && !isQuiet ? enter(state, known, now, rules) : null
}

function enter(
  state: QuarantineState,
  { reasons }: TestKnowledge,
  now: Date,
  { days }: QuarantineRules
): TestMove {
  const isRelapse = state.status === 'graduated'
  return {
    cause: isRelapse ? 'relapsed' : 'flaky',
    state: {
      ...state,
      status: 'quarantined',
      quarantinedAt: now,
      expiresAt: daysAfter(now, days),
      quietUntil: null,
      relapseCount: state.relapseCount + (isRelapse ? 1 : 0)
    },
    restarts: false,
    reason: reasons.join(' ')
  }
}

/** A test that has broken leaves first, because the quarantine would hide it. */
function leave(
  state: QuarantineState,
  { standing, reasons, passes }: TestKnowledge,
  now: Date
): TestMove | null {
  if (standing === 'broken')
    return { cause: 'broken', state: trackedAgain(state), restarts: false, reason: reasons.join(' ') }
  if (passes >= PASSES_TO_GRADUATE)
    return graduated(state, now, 'stable', `It passed ${passes} times in a row since its quarantine.`)
  if (state.expiresAt && now >= state.expiresAt)
    return {
      cause: 'expired',
      state: trackedAgain(state, daysAfter(now, QUIET_DAYS)),
      restarts: true,
      reason: 'Its quarantine has ended. It counts again until it is proven to be flaky by later failures.'
    }
  return null
}

/** People closed the pull request or the issue that proposed the quarantine. */
export function refuseQuarantine(state: QuarantineState, now: Date): TestMove | null {
  if (state.status !== 'quarantined') return null
  const reason = `People refused its quarantine, so it is not proposed again for ${QUIET_DAYS} days.`
  const quiet = trackedAgain(state, daysAfter(now, QUIET_DAYS))
  return { cause: 'refused', state: quiet, restarts: false, reason }
}

export function graduateTest(state: QuarantineState, now: Date): TestMove {
  return graduated(state, now, 'person', 'People declared it stable.')
}

export function dismissTest(state: QuarantineState): TestMove {
  const dismissed = { ...trackedAgain(state), status: 'dismissed' as const }
  return { cause: 'person', state: dismissed, restarts: false, reason: 'People say that it is not flaky.' }
}

function graduated(state: QuarantineState, now: Date, cause: MoveCause, reason: string): TestMove {
  const next = { ...trackedAgain(state), status: 'graduated' as const, graduatedAt: now }
  return { cause, state: next, restarts: true, reason }
}

/** When it was quarantined stays known. */
const trackedAgain = (state: QuarantineState, quietUntil: Date | null = null): QuarantineState => ({
  ...state,
  status: 'tracked',
  expiresAt: null,
  quietUntil
})

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** The passes since the latest failure and since a moment. Attempts in which most failed do not count against it. */
function passesSince({ recent }: TestHistory, moment: Date): number {
  const counted = recent.filter(
    ({ ranAtMs, status, isMassFailure }) =>
      ranAtMs > moment.getTime() && (status === 'passed' || !isMassFailure)
  )
  const lastFailure = counted.findLastIndex(({ status }) => status !== 'passed')
  return counted.length - 1 - lastFailure
}

export interface FailureExcuse {
  isExcused: boolean
  /** Whether it fails as it did when it was proven to be flaky; another failure deserves a look. */
  isKnown: boolean
  signature: string | null
}

/** Whether the check and the merge queue pass over a failure. An entry that has ended excuses nothing, even if nobody has moved it yet. */
export function excuseFailure(
  { status, expiresAt }: Pick<QuarantineState, 'status' | 'expiresAt'>,
  knownSignatures: readonly string[],
  failure: FailureText,
  now: Date
): FailureExcuse {
  const signature = signatureHash(failure)
  const isRunning = expiresAt === null || now < expiresAt
  return {
    isExcused: status === 'quarantined' && isRunning,
    isKnown: signature !== null && knownSignatures.includes(signature),
    signature
  }
}
