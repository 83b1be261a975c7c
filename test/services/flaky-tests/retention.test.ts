// How long results are kept.
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { dropTestRuns } from '#store/flaky-tests/test-runs.js'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'

t.test('runs are dropped with their results when they are old, some at once, and no others', async (t) => {
  const service = await startFlakyTests(t)
  const { deps, world, run } = service
  for (let round = 0; round < 3; round += 1) await run({ one: 'passed' })
  world.advance(DAY_MS)
  const before = world.now()
  world.advance(DAY_MS)
  const kept = await run({ one: 'passed' })
  const drop = () => deps.transaction((tx) => dropTestRuns(tx, { before, atOnce: 2 }))
  t.same([await drop(), await drop(), await drop()], [2, 1, 0])
  t.match(await deps.db.select().from(testRuns), [{ runId: kept.id }])
  t.equal(await deps.db.$count(testResults), 1)
})
