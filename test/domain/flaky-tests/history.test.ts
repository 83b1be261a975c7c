import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { emptyHistory, observeOutcomes, restartHistory } from '#domain/flaky-tests/history.js'
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import { packHistory, unpackHistory } from '#domain/flaky-tests/packed-history.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { commitOf, hoursLater, outcomeOf, runsOf, times } from './outcomes.js'

const FURTHEST_LATE = 10

/** A life of runs with up to three attempts each, and how late each outcome arrives. */
const lives = fc
  .array(
    fc.record({
      attempts: fc.array(fc.constantFrom('passed', 'failed', 'flaky', 'skipped'), {
        minLength: 1,
        maxLength: 3
      }),
      isOnDefaultBranch: fc.boolean(),
      isMassFailure: fc.boolean(),
      configuration: fc.constantFrom('linux', 'windows'),
      message: fc.string({ maxLength: 20 })
    }),
    { maxLength: 60 }
  )
  .map((runs) =>
    runs.flatMap(({ attempts, message, ...given }, at) =>
      attempts.map((status, attempt) =>
        outcomeOf({
          ...given,
          runId: at + 1,
          // Two runs in a row test the same commit.
          commitSha: commitOf(Math.floor(at / 2)),
          attempt: attempt + 1,
          status,
          failure: { errorClass: 'Error', message }
        })
      )
    )
  )

const lateLives = lives.chain((outcomes) =>
  fc.record({
    outcomes: fc.constant(outcomes),
    delays: fc.array(fc.integer({ min: 0, max: FURTHEST_LATE }), {
      minLength: outcomes.length,
      maxLength: outcomes.length
    })
  })
)

const oneByOne = (outcomes: readonly TestOutcome[]) =>
  outcomes.reduce((history, outcome) => observeOutcomes(history, [outcome]), emptyHistory())

t.test('outcomes that were observed before change nothing', async (t) => {
  fc.assert(
    fc.property(lives, (outcomes) => {
      const once = observeOutcomes(emptyHistory(), outcomes)
      deepEqual(observeOutcomes(once, outcomes), once)
    })
  )
  t.pass('for any life')
})

t.test('all at once or one by one, in order or late by ten others: the history is the same', async (t) => {
  fc.assert(
    fc.property(lateLives, ({ outcomes, delays }) => {
      const arrivals = outcomes
        .map((outcome, at) => ({ outcome, at: at + (delays[at] ?? 0) }))
        .sort((left, right) => left.at - right.at)
        .map(({ outcome }) => outcome)
      const history = oneByOne(outcomes)
      deepEqual(oneByOne(arrivals), history)
      deepEqual(observeOutcomes(emptyHistory(), arrivals), history)
    })
  )
  t.pass('for any life')
})

t.test('a history is stored in less than 4 kB, and nothing of it is lost', async (t) => {
  fc.assert(
    fc.property(lives, (outcomes) => {
      const history = observeOutcomes(emptyHistory(), outcomes)
      const text = JSON.stringify(packHistory(history))
      ok(text.length < 4_096)
      deepEqual(unpackHistory(JSON.parse(text)), history)
    })
  )
  const longest = Array.from({ length: 500 }, (_, at) =>
    outcomeOf({
      runId: Number.MAX_SAFE_INTEGER - 1_000 + at,
      attempt: 99,
      ranAt: hoursLater(at),
      configuration: `job ${at}`,
      status: 'flaky',
      failure: { errorClass: 'Error', message: String.fromCodePoint(0x61 + (at % 26)).repeat(1 + at / 26) }
    })
  )
  t.ok(JSON.stringify(packHistory(observeOutcomes(emptyHistory(), longest))).length < 4_096)
})

t.test('an outcome counts once, as the worst that its attempt reports', async (t) => {
  const both = [outcomeOf({ runId: 1 }), outcomeOf({ runId: 1, status: 'failed' })]
  for (const outcomes of [both, both.toReversed()])
    t.match(judgeTest(oneByOne(outcomes)), { runCount: 1, failCount: 1 })
})

t.test('an outcome of an unknown time, and one older than all that is remembered, is left out', async (t) => {
  const history = oneByOne(runsOf(times(40, 'P'), {}, 10))
  const broken = outcomeOf({ runId: 90, ranAt: new Date(Number.NaN), status: 'failed' })
  t.same(observeOutcomes(history, [broken, ...runsOf('F F F')]), history)
})

t.test('evidence from long ago fades', async (t) => {
  const rateAfter = (hours: number) => {
    const later = runsOf(times(31, 'P'), {}, 100).map((outcome, at) => ({
      ...outcome,
      ranAt: hoursLater(hours + at)
    }))
    return judgeTest(oneByOne([...runsOf('P FP P'), ...later])).failureRate.mean
  }
  t.ok(rateAfter(10_000) < rateAfter(100))
})

t.test('a restarted history counts later outcomes only, and still knows how the test fails', async (t) => {
  const before = runsOf('P FP K P')
  const history = restartHistory(oneByOne(before), hoursLater(20))
  t.match(judgeTest(history), { standing: 'undecided', runCount: 0, sameCommitFlips: 0 })
  t.equal(judgeTest(history).knownSignatures.length, 1)
  t.same(observeOutcomes(history, before), history)
  t.equal(judgeTest(observeOutcomes(history, runsOf('P P', {}, 21))).runCount, 2)
  t.same(restartHistory(history, hoursLater(5)), history)
})
