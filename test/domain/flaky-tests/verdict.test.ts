import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { emptyHistory, observeOutcomes } from '#domain/flaky-tests/history.js'
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { commitOf, hoursLater, outcomeOf, runsOf, times } from './outcomes.js'

const judge = (...outcomes: TestOutcome[][]) => judgeTest(observeOutcomes(emptyHistory(), outcomes.flat()))
const standing = (...outcomes: TestOutcome[][]) => judge(...outcomes).standing

t.test('the latest 30 outcomes that were not skipped are counted as the contract says', async (t) => {
  const verdict = judge(runsOf(`${times(20, 'F')} ${times(10, 'S')} ${times(24, 'P')}`))
  t.match(verdict, { runCount: 30, passCount: 24, failCount: 6, flakinessScore: 0.2, flipCount: 1 })
  t.same(verdict.lastFailedAt, hoursLater(20.01))
})

t.test('a test of which nothing is known is undecided, and its rate may be almost any', async (t) => {
  const { standing, runCount, flakinessScore, failureRate } = judgeTest(emptyHistory())
  t.match({ standing, runCount, flakinessScore }, { standing: 'undecided', runCount: 0, flakinessScore: 0 })
  t.ok(failureRate.lower < 0.001 && failureRate.upper > 0.15)
})

t.test('the more runs it passed, the surer its rate', async (t) => {
  const uppers = [5, 20, 100, 500].map((runs) => judge(runsOf(times(runs, 'P'))).failureRate.upper)
  t.same(
    uppers,
    uppers.toSorted((left, right) => right - left)
  )
  t.equal(standing(runsOf(times(5, 'P'))), 'stable')
})

t.test(
  'what both passed and failed on a commit is flaky from the fifth run and the threshold on',
  async (t) => {
    t.equal(standing(runsOf('P P FP')), 'undecided')
    t.equal(standing(runsOf('P P P FP')), 'flaky')
    t.equal(standing(runsOf('P PF P P')), 'flaky', 'whatever came first')
    t.equal(standing(runsOf('P P P K P')), 'flaky', 'and if the run itself tried again')
    const again = outcomeOf({ runId: 9, commitSha: commitOf(4), status: 'passed' })
    t.equal(standing(runsOf('P P P F'), [again]), 'flaky', 'and if another run tested the commit')
    t.equal(judge(runsOf('P P FP PF K')).sameCommitFlips, 3)
  }
)

t.test(
  'far below the threshold, one proof in a hundred runs is enough, and one in thousands is not',
  async (t) => {
    t.equal(standing(runsOf(`${times(100, 'P')} FP`)), 'flaky')
    t.equal(standing(runsOf(`${times(5_000, 'P')} FP`)), 'stable')
  }
)

t.test(
  'whatever else happened, a proof above the threshold is enough, unless the test has broken',
  async (t) => {
    const words = fc.array(fc.constantFrom('P', 'F', 'FP', 'PF', 'K', 'PP', 'FF', 'S'), { maxLength: 45 })
    fc.assert(
      fc.property(words, (words) => {
        const runs = words.join(' ')
        const { standing, runCount, passCount, flakinessScore, sameCommitFlips } = judge(runsOf(runs))
        const isProven = runCount >= 5 && passCount > 0 && flakinessScore >= 0.2 && sameCommitFlips > 0
        const hasBroken = standing === 'broken' && /F[ S]*F[ S]*F[ S]*$/.test(runs)
        ok(!isProven || standing === 'flaky' || hasBroken)
        ok(runCount >= 5 || standing !== 'flaky')
      }),
      { numRuns: 500 }
    )
    t.pass('for any runs')
  }
)

t.test('what fails always is broken, and never flaky', async (t) => {
  for (let runs = 1; runs <= 40; runs += 1) t.not(standing(runsOf(times(runs, 'FF'))), 'flaky')
  const verdict = judge(runsOf(times(40, 'F')))
  t.match(verdict, { standing: 'broken', firstBadCommit: null })
  t.match(verdict.reasons[0], /never passed there/)
})

t.test(
  'what fails since a commit is broken, and the commit stays named when it has left the window',
  async (t) => {
    t.match(judge(runsOf(`${times(20, 'P')} F F`)), { standing: 'undecided' })
    for (const failures of [4, 29, 30, 80]) {
      const verdict = judge(runsOf(`${times(20, 'P')} ${times(failures, 'F')}`))
      t.match(verdict, { standing: 'broken', firstBadCommit: commitOf(21).slice(0, 12) })
      t.match(verdict.reasons[0], `since commit ${verdict.firstBadCommit}, ${failures} times in a row`)
    }
  }
)

t.test('a commit that fails again and again is as broken as several', async (t) => {
  t.match(judge(runsOf(`${times(60, 'P')} FFF`)), { standing: 'broken' })
})

t.test('a commit that passes when it is run again ends a breakage', async (t) => {
  t.equal(standing(runsOf('FF FF FP FF')), 'flaky')
  t.match(judge(runsOf(`${times(9, 'P')} F F FP F F F F F F`)), { firstBadCommit: commitOf(13).slice(0, 12) })
})

t.test('a flaky test that breaks is broken', async (t) => {
  t.match(judge(runsOf(`P P FP P K P ${times(20, 'F')}`)), { standing: 'broken' })
})

t.test('what was broken and mended is stable again', async (t) => {
  const mended = `${times(10, 'P')} ${times(6, 'FF')} ${times(5, 'P')}`
  t.equal(standing(runsOf(mended)), 'stable')
  const again = `${mended} ${times(4, 'F')} ${times(3, 'P')} F ${times(3, 'P')}`
  t.equal(standing(runsOf(again)), 'stable')
})

t.test('a red commit that is run again after the branch was mended is not counted twice', async (t) => {
  const late = (attempt: number, hours: number) =>
    outcomeOf({ runId: 6, attempt, status: 'failed', ranAt: hoursLater(hours) })
  const outcomes = runsOf(`${times(5, 'P')} F ${times(8, 'P')}`)
  t.equal(standing(outcomes, [late(2, 7.5), late(3, 8.5), late(4, 9.5)]), 'stable')
})

t.test('three single failures on the default branch may be breakages, four are no chance', async (t) => {
  t.equal(standing(runsOf('P P F P P F P P F P P')), 'stable')
  t.equal(standing(runsOf('P P F P P F P P F P P F P')), 'flaky')
})

t.test('a single failure counts in full if it looks like one that was proven', async (t) => {
  const known = { failure: { errorClass: 'Timeout', message: 'no answer in 30 ms' } }
  const alike = { failure: { errorClass: 'Timeout', message: 'no answer in 812 ms' } }
  const other = { failure: { errorClass: 'TypeError', message: 'x is no function' } }
  const rateWith = (given: Partial<TestOutcome>) =>
    judge(runsOf('P FP P', known), runsOf('P F', given, 4), runsOf('P', {}, 6)).failureRate.mean
  t.ok(rateWith(alike) > rateWith(other))
})

t.test('what pull requests break by their own changes is not flaky', async (t) => {
  const pulls = runsOf(times(15, 'FF P'), { isOnDefaultBranch: false }, 100)
  t.equal(standing(pulls), 'stable')
  t.equal(standing(runsOf(times(20, 'P')), pulls), 'stable')
})

t.test(
  'a pull request that is tested once more has another base, so it proves nothing; its retries do',
  async (t) => {
    const pull = { isOnDefaultBranch: false, commitSha: commitOf(77) }
    t.equal(standing(runsOf('P P P P F P', pull)), 'stable')
    t.equal(standing(runsOf('P P P P FP', pull)), 'flaky')
  }
)

t.test('another configuration is no retry: what fails in one alone is broken there', async (t) => {
  const linux = runsOf(times(14, 'P'), { configuration: 'linux' })
  const windows = runsOf(times(14, 'P'), { configuration: 'windows' }, 100)
  const broken = runsOf(times(14, 'F'), { configuration: 'windows' }, 114)
  const verdict = judge(linux, windows, broken, runsOf(times(14, 'P'), { configuration: 'linux' }, 114))
  t.match(verdict, { standing: 'broken', sameCommitFlips: 0, firstBadCommit: commitOf(114).slice(0, 12) })
})

t.test('a failure among very many of its run proves nothing, but does not hide a breakage', async (t) => {
  const massFailure = { isMassFailure: true }
  const failed = (runId: number) => runsOf('F', massFailure, runId)
  const retried = (runId: number) => [outcomeOf({ runId, attempt: 2 })]
  const outcomes = [5, 10, 15].flatMap((runId) => [...failed(runId), ...retried(runId)])
  t.equal(standing(runsOf('P P P P'), outcomes), 'stable')
  t.match(judge(runsOf(times(20, 'P')), runsOf(times(9, 'F'), massFailure, 21)), { standing: 'broken' })
})
