import t from 'tap'
import { judgeChecks, QUEUE_CHECK, type TestsOfFailure } from '#domain/merge-queue/checks.js'

const result = (name: string, conclusion: string | null) => ({
  name,
  conclusion,
  url: `https://host/${name}`
})

t.test('each conclusion passes, fails or is awaited', async (t) => {
  const verdictOf = (conclusion: string | null) =>
    judgeChecks(['build'], [result('build', conclusion)]).verdict
  for (const passing of ['success', 'neutral', 'skipped']) t.equal(verdictOf(passing), 'passed', passing)
  for (const failing of [
    'failure',
    'timed_out',
    'cancelled',
    'action_required',
    'startup_failure',
    'stale',
    'error',
    'a word that is new'
  ])
    t.equal(verdictOf(failing), 'failed', failing)
  t.equal(verdictOf(null), 'waiting')
})

t.test('a required check that is not there is awaited, and others do not count', async (t) => {
  t.match(judgeChecks(['build', 'lint'], [result('build', 'success'), result('other', 'failure')]), {
    verdict: 'waiting',
    passed: ['build'],
    failed: [],
    waitingOn: ['lint']
  })
})

t.test('a failure is told with its address, and wins over what still runs', async (t) => {
  t.same(judgeChecks(['build', 'lint'], [result('build', null), result('lint', 'failure')]), {
    verdict: 'failed',
    passed: [],
    failed: [{ name: 'lint', url: 'https://host/lint' }],
    waitingOn: ['build'],
    excused: [],
    retries: []
  })
})

t.test(
  'a failure of quarantined tests alone is awaited while it is tried again, and then passes',
  async (t) => {
    const failed = result('build', 'failure')
    const run = { runId: 1, attempt: 1, branch: 'service-queue/main/1' }
    const judged = (tests: TestsOfFailure) => judgeChecks(['build'], [Object.assign({ tests }, failed)])
    t.match(judged({ is: 'unread' }), { verdict: 'waiting', retries: [] })
    t.match(judged({ is: 'retried', run }), { verdict: 'waiting', retries: [run] })
    const excused = judged({ is: 'excused', tests: ['flips'] })
    t.match(excused, { verdict: 'passed', excused: [{ name: 'build', tests: ['flips'] }] })
    const beside = judgeChecks(
      ['build', 'lint'],
      [
        Object.assign({ tests: { is: 'excused' as const, tests: ['flips'] } }, failed),
        result('lint', 'failure')
      ]
    )
    t.match(beside, { verdict: 'failed', failed: [{ name: 'lint' }] })
  }
)

t.test('no failure is excused whose run has cancelled or skipped a job that is waited for', async (t) => {
  const run = { id: 1, endedAt: new Date(0) }
  const excused = { tests: { is: 'excused' as const, tests: ['flips'] } }
  const build = Object.assign({ run }, excused, result('build', 'failure'))
  const judged = (conclusion: string, id = 1) => {
    const bad = conclusion === 'skipped' ? {} : excused
    const more = Object.assign({ run: { id, endedAt: new Date(0) } }, bad, result('more', conclusion))
    return [judgeChecks([], [build, more]), judgeChecks(['build'], [build, more])]
  }
  for (const conclusion of ['skipped', 'cancelled', 'timed_out', 'startup_failure'])
    t.match(judged(conclusion), [{ verdict: 'failed', excused: [] }, { verdict: 'passed' }], conclusion)
  t.match(judged('skipped', 2), [{ verdict: 'passed' }, { verdict: 'passed' }], 'that of another run')
  t.match(judged('failure'), [{ verdict: 'passed', excused: [{ name: 'build' }, { name: 'more' }] }, {}])
  const alone = Object.assign({}, build, { conclusion: 'cancelled' })
  t.match(judgeChecks(['build'], [alone]), { verdict: 'failed', excused: [] })
})

t.test('where no check is required, one has to end and none may fail', async (t) => {
  t.match(judgeChecks([], []), { verdict: 'waiting', waitingOn: ['any check'] })
  t.match(judgeChecks([], [result(QUEUE_CHECK, 'success')]), { verdict: 'waiting' })
  t.match(judgeChecks([], [result('build', 'success')]), { verdict: 'passed' })
  t.match(judgeChecks([], [result('build', 'success'), result('lint', null)]), { verdict: 'waiting' })
  t.match(judgeChecks([], [result('build', 'success'), result('lint', 'failure')]), { verdict: 'failed' })
})

t.test('several of one name all have to pass', async (t) => {
  t.match(judgeChecks(['build'], [result('build', 'success'), result('build', null)]), { verdict: 'waiting' })
  t.match(judgeChecks(['build'], [result('build', 'success'), result('build', 'failure')]), {
    verdict: 'failed'
  })
})
