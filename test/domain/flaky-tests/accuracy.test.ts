import t from 'tap'
import { KINDS, tryTest } from '../../../bench/flaky/trial.js'

const TESTS = 50
const CIRCUMSTANCES = { runs: 200, rerun: 0.8 }
const trials = KINDS.map((kind) => ({
  kind,
  all: Array.from({ length: TESTS }, (_, at) => tryTest(kind, CIRCUMSTANCES, 7_000 + at))
}))

for (const { kind, all } of trials) {
  const found = all.filter(({ own }) => own !== null).length
  if (kind.rate === 0)
    t.test(`no test is quarantined that is ${kind.name}`, async (t) => {
      t.equal(found, 0)
    })
  else if (kind.rate >= 0.02)
    t.test(`of tests that are ${kind.name}, 95 in 100 are quarantined within 200 runs`, async (t) => {
      t.ok(found >= 0.95 * TESTS, `${found} of ${TESTS}`)
    })
  if (kind.breaks === 'for good')
    t.test('the commit that broke a test for good is named', async (t) => {
      t.ok(all.filter(({ isCommitNamed }) => isCommitNamed).length >= 0.95 * TESTS)
    })
}

t.test('a fixed share of failures quarantines tests that are sound or broken', async (t) => {
  const sound = trials.filter(({ kind }) => kind.rate === 0).flatMap(({ all }) => all)
  t.ok(sound.filter(({ fixedRules }) => fixedRules['latest 5'] !== null).length > 0.5 * sound.length)
})
