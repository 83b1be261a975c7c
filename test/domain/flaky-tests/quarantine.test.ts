import t from 'tap'
import {
  emptyHistory,
  observeOutcomes,
  restartHistory,
  type TestHistory
} from '#domain/flaky-tests/history.js'
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import {
  dismissTest,
  excuseFailure,
  graduateTest,
  knowledgeOf,
  moveTest,
  NEW_TEST,
  type QuarantineState,
  refuseQuarantine,
  type TestMove
} from '#domain/flaky-tests/quarantine.js'
import { signatureHash } from '#domain/flaky-tests/signature.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { hoursLater, runsOf, times } from './outcomes.js'

const daysLater = (days: number) => hoursLater(24 * days)
const historyOf = (...outcomes: TestOutcome[][]) => observeOutcomes(emptyHistory(), outcomes.flat())
const move = (state: QuarantineState, history: TestHistory, now: Date) =>
  moveTest(state, knowledgeOf(state, history, judgeTest(history)), now)

function demand(moved: TestMove | null): TestMove {
  if (!moved) throw new Error('the state stays as it is')
  return moved
}

const FLAKY = runsOf('P P P FP')
const flaky = historyOf(FLAKY)
const quarantined: QuarantineState = {
  ...NEW_TEST,
  status: 'quarantined',
  quarantinedAt: hoursLater(5),
  expiresAt: daysLater(30)
}

t.test('a flaky test is quarantined for 30 days or as long as its rules say', async (t) => {
  const now = hoursLater(5)
  t.match(move(NEW_TEST, flaky, now), {
    cause: 'flaky',
    restarts: false,
    reason: /both passed and failed on 1/
  })
  t.same(move(NEW_TEST, flaky, now)?.state, { ...quarantined, expiresAt: hoursLater(5 + 24 * 30) })
  const known = knowledgeOf(NEW_TEST, flaky, judgeTest(flaky))
  t.same(moveTest(NEW_TEST, known, now, { days: 3 })?.state.expiresAt, hoursLater(5 + 24 * 3))
})

t.test('a test that fails always, or always since a commit, is never quarantined', async (t) => {
  for (let runs = 1; runs < 60; runs += 1)
    for (const before of [0, 3, 20]) {
      const history = historyOf(runsOf(`${times(before, 'P')} ${times(runs, 'FF')}`))
      t.equal(move(NEW_TEST, history, daysLater(9)), null)
    }
})

t.test(
  'ten passes in a row since the quarantine graduate a test; what is skipped does not matter',
  async (t) => {
    const nine = historyOf(FLAKY, runsOf(`${times(5, 'P')} S S ${times(4, 'P')}`, {}, 6))
    t.equal(move(quarantined, nine, daysLater(2)), null)
    const ten = observeOutcomes(nine, runsOf('P', {}, 30))
    t.match(move(quarantined, ten, daysLater(2)), {
      cause: 'stable',
      restarts: true,
      state: { status: 'graduated', graduatedAt: daysLater(2), expiresAt: null }
    })
    const relapsed = historyOf(FLAKY, runsOf(`${times(9, 'P')} FP ${times(8, 'P')}`, {}, 6))
    t.equal(move(quarantined, relapsed, daysLater(2)), null)
    const later = { ...quarantined, quarantinedAt: hoursLater(10) }
    t.equal(move(later, ten, daysLater(2)), null, 'earlier passes do not count')
  }
)

t.test('a graduated test relapses by later failures, and they are counted', async (t) => {
  const graduated = demand(move(quarantined, historyOf(FLAKY, runsOf(times(10, 'P'), {}, 6)), daysLater(2)))
  const restarted = restartHistory(flaky, daysLater(2))
  t.equal(move(graduated.state, restarted, daysLater(2)), null)
  const again = observeOutcomes(restarted, runsOf('P P P FP', {}, 60))
  t.match(move(graduated.state, again, daysLater(3)), {
    cause: 'relapsed',
    state: { status: 'quarantined', relapseCount: 1, quarantinedAt: daysLater(3) }
  })
})

t.test('a dismissed test is never quarantined again', async (t) => {
  const { state } = dismissTest(quarantined)
  t.match(state, { status: 'dismissed', expiresAt: null })
  t.equal(move(state, flaky, daysLater(400)), null)
})

t.test('people graduate a test whatever it does, and its count begins anew', async (t) => {
  for (const state of [NEW_TEST, quarantined, dismissTest(quarantined).state])
    t.match(graduateTest(state, daysLater(1)), {
      restarts: true,
      cause: 'person',
      state: { status: 'graduated', graduatedAt: daysLater(1) }
    })
})

t.test('a refused quarantine is not proposed again for seven days', async (t) => {
  const refused = demand(refuseQuarantine(quarantined, daysLater(1)))
  t.equal(refused.state.status, 'tracked')
  t.equal(move(refused.state, flaky, daysLater(7.9)), null)
  t.match(move(refused.state, flaky, daysLater(8)), { cause: 'flaky' })
  t.equal(refuseQuarantine(NEW_TEST, daysLater(1)), null)
})

t.test('no quarantine lasts for ever: it ends, and only later failures open another', async (t) => {
  const still = historyOf(FLAKY, runsOf('P FP P FP', {}, 100))
  t.equal(move(quarantined, still, daysLater(29)), null)
  const expired = demand(move(quarantined, still, daysLater(30)))
  t.match(expired, { cause: 'expired', restarts: true, state: { status: 'tracked', expiresAt: null } })
  const restarted = restartHistory(still, daysLater(30))
  t.equal(move(expired.state, restarted, daysLater(60)), null)
  const again = observeOutcomes(restarted, runsOf('P P P FP', {}, 24 * 31))
  t.equal(move(expired.state, again, daysLater(36)), null)
  t.match(move(expired.state, again, daysLater(37)), { cause: 'flaky', state: { relapseCount: 0 } })
})

t.test('a quarantined test that breaks leaves, because the quarantine would hide it', async (t) => {
  const broken = historyOf(FLAKY, runsOf(times(20, 'F'), {}, 6))
  t.match(move(quarantined, broken, daysLater(2)), { cause: 'broken', state: { status: 'tracked' } })
})

t.test('failures are excused in quarantine only, and it is said whether they are known', async (t) => {
  const failure = { errorClass: 'Timeout', message: 'no answer in 31 ms' }
  const known = [signatureHash({ errorClass: 'Timeout', message: 'no answer in 7 ms' }) ?? '']
  t.match(excuseFailure(quarantined, known, failure, daysLater(1)), { isExcused: true, isKnown: true })
  t.match(excuseFailure(quarantined, [], failure, daysLater(1)), { isExcused: true, isKnown: false })
  t.match(excuseFailure(quarantined, known, failure, daysLater(30)), { isExcused: false, isKnown: true })
  t.match(excuseFailure(NEW_TEST, known, failure, daysLater(1)), { isExcused: false })
})
