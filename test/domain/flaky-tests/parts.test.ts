import t from 'tap'
import { shareFlakyCost } from '#domain/flaky-tests/cost.js'
import { testIdOf } from '#domain/flaky-tests/identity.js'
import { isMassFailure } from '#domain/flaky-tests/outcomes.js'
import { estimateRate } from '#domain/flaky-tests/posterior.js'
import { type QuarantinedTest, renderQuarantineList } from '#domain/flaky-tests/quarantine-list.js'
import { hoursLater } from './outcomes.js'

t.test('a test is known by its repository, suite and name', async (t) => {
  // printf '7:math:adds' | sha256sum
  t.equal(testIdOf(7, { suite: 'math', name: 'adds' }), 'ce9d2b69bc88824e')
})

t.test('the bounds of a rate are the quantiles of the beta distribution', async (t) => {
  // Calculated with another implementation.
  const known = [
    [0.5, 9.5, 0.00021244796, 0.18736566],
    [1.5, 209.5, 0.00083837724, 0.01845629],
    [0.5, 1e6, 1.9660705e-9, 1.920728e-6],
    [5_000, 2e6, 0.0024361121, 0.0025519833],
    [120.5, 129.5, 0.43018983, 0.53397425],
    [40, 9.5, 0.7102116, 0.8916871]
  ] as const
  for (const [alpha, beta, lower, upper] of known) {
    const found = estimateRate({ alpha, beta })
    t.ok(Math.abs(found.lower / lower - 1) < 1e-6 && Math.abs(found.upper / upper - 1) < 1e-6)
    t.equal(found.mean, alpha / (alpha + beta))
  }
})

t.test('more than 30 % of failures, and at least five, are a mass failure', async (t) => {
  const results = (failed: number, passed: number, skipped = 0) =>
    [
      { count: failed, status: 'failed' as const },
      { count: passed, status: 'passed' as const },
      { count: skipped, status: 'skipped' as const }
    ].flatMap(({ count, status }) => Array.from({ length: count }, () => ({ status })))
  t.equal(isMassFailure(results(30, 70)), false)
  t.equal(isMassFailure(results(31, 69, 500)), true)
  t.equal(isMassFailure(results(4, 0)), false)
  t.equal(isMassFailure([]), false)
})

t.test('tests that alone made a repetition necessary share its cost', async (t) => {
  const run = { durationMs: 600_000, isOfPull: true }
  t.same(
    [...shareFlakyCost({ ...run, testIds: [1, 2, 1] })],
    [1, 2].map((testId) => [testId, { repeatedMs: 300_000, blockedPulls: 1 }])
  )
  t.same(
    [...shareFlakyCost({ ...run, isOfPull: false, testIds: [1] }).values()],
    [{ repeatedMs: 600_000, blockedPulls: 0 }]
  )
  t.equal(shareFlakyCost({ ...run, testIds: [] }).size, 0)
})

const listed = (given: Partial<QuarantinedTest>): QuarantinedTest => ({
  suite: 'math',
  name: 'adds',
  testId: '0123456789abcdef',
  since: hoursLater(0),
  expires: hoursLater(720),
  owner: null,
  issueNumber: null,
  ...given
})

t.test('the list of the quarantine has the same bytes whatever the order of its tests', async (t) => {
  const tests = [
    listed({ name: 'b' }),
    listed({ name: 'B', owner: '@octo/team', issueNumber: 4 }),
    listed({ suite: 'a' })
  ]
  const text = renderQuarantineList(tests)
  t.equal(renderQuarantineList(tests.toReversed()), text)
  t.same(JSON.parse(text), {
    version: 1,
    tests: [
      { suite: 'a', name: 'adds', owner: null, issue: null },
      { suite: 'math', name: 'B', owner: '@octo/team', issue: 4 },
      { suite: 'math', name: 'b', owner: null, issue: null }
    ].map(({ suite, name, owner, issue }) => ({
      suite,
      name,
      test_id: '0123456789abcdef',
      since: '2026-03-02T08:00:00.000Z',
      expires: '2026-04-01T08:00:00.000Z',
      owner,
      issue
    }))
  })
  t.match(text, /\]\n\}\n$/)
})

t.test('names with quotes, line breaks or hidden signs stay one visible text of the list', async (t) => {
  const name = 'a"; rm -rf / #\n$(x)\u202e\u2028é\ud83d\ude00\ud800\u0000'
  const text = renderQuarantineList([listed({ name })])
  t.match(text, /^[\n\x20-\x7e]+$/)
  t.equal(JSON.parse(text).tests[0].name, name)
})
