import fc from 'fast-check'
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { applyStep, historyStep, resetHistory } from '#test/fixtures/random-history.js'
import { repositoriesOf } from '#test/fixtures/recount.js'
import { recountHealth } from '#test/fixtures/recount-health.js'
import { minute } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

let clock = minute(0)
const service = await startTestService({ work: false, deps: { now: () => clock } })
t.teardown(() => service.close())
const { deps, client } = service

const days = fc.integer({ min: 0, max: 10 })
const reading = fc.oneof(
  { weight: 3, arbitrary: historyStep },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), days }) }
)

t.test('after any history, the health of a repository equals that of its rows', async (t) => {
  const property = fc.asyncProperty(fc.array(reading, { minLength: 15, maxLength: 40 }), async (steps) => {
    await resetHistory(deps)
    clock = minute(300)
    for (const one of [...steps, { kind: 'read' as const, days: 0 }]) {
      if (one.kind !== 'read') {
        await applyStep(deps, one)
        continue
      }
      clock = new Date(clock.getTime() + one.days * DAY_MS)
      const { data } = await client.GET('/api/insights/repos', { params: { query: { sort: 'full_name' } } })
      const there = (await repositoriesOf(deps)).filter(({ deletedAt }) => deletedAt === null)
      const expected = there.map(async ({ hostId, fullName, owner, name, language, stars }) => ({
        full_name: fullName,
        owner,
        name,
        language,
        stars,
        last_synced_at: null,
        ...(await recountHealth(deps, hostId, clock))
      }))
      t.same(data?.data, await Promise.all(expected))
    }
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(15), endOnFailure: true })
})
