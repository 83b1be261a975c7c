// What the sweep forgets.
import t from 'tap'
import { TallySums } from '#domain/counters/tally.js'
import { emptyHistory } from '#domain/flaky-tests/history.js'
import { talliesOfTest } from '#domain/flaky-tests/tallies.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { judgedFields } from '#services/flaky-tests/observed.js'
import { changeTallied } from '#store/counters/tallies.js'
import { insertTests } from '#store/flaky-tests/tests.js'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'

/** More than the values that one statement can have. */
const MANY = 70_000

t.test('a suite of any size is forgotten when nobody runs it any more', async (t) => {
  const service = await startFlakyTests(t)
  const { deps, repository, sweep, tests, stats } = service
  await service.run({ one: 'passed' })
  const { id: repoId } = repository
  const fields = {
    ...judgedFields(emptyHistory(), judgeTest(emptyHistory())),
    lastErrorClass: null,
    lastErrorMessage: null,
    lastFailedAt: null,
    lastSeenAt: new Date('2020-01-01T00:00:00Z'),
    forgottenAt: null,
    live: true
  }
  await deps.transaction((tx) =>
    changeTallied(tx, async (tallied) => {
      const names = Array.from({ length: MANY }, (_, at) => `test ${at}`)
      const sums = new TallySums()
      for (const _ of names) sums.add(talliesOfTest({ status: 'tracked', ...fields }))
      await insertTests(
        tallied,
        names.map((name) => ({ repoId, testId: name, suite: '', name, file: null, fields }))
      )
      return [{ repoId, tallies: sums.all }]
    })
  )
  t.equal((await stats()).summary.total_tracked, MANY + 1)
  await sweep()
  t.match(await tests(), [{ test_name: 'one' }])
  t.equal((await stats()).summary.total_tracked, 1)
})
