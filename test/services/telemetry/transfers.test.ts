import fc from 'fast-check'
import t from 'tap'
import { recordPipelineEvents } from '#services/telemetry/record.js'
import { pipelineEvent } from '#test/fixtures/pipeline-events.js'
import { checkSums } from '#test/fixtures/recount.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const DAYS = 3
const service = await startTestService({ work: false, deps: { now: () => minute(DAYS * 24 * 60) } })
t.teardown(() => service.close())
const { client, deps } = service

t.test('a repository takes over the events and the sums of the one that it replaces', async (t) => {
  for (const hostId of [1, 2]) await seedRepository(deps, { hostId })
  const events = fc.sample(pipelineEvent([1, 2], DAYS), { numRuns: 60, seed: 3 })
  await deps.transaction((tx) => recordPipelineEvents(tx, events))
  const read = async (query: { repo?: string }) => {
    const list = await client.GET('/api/phase2/telemetry/events', { params: { query } })
    const { data: summary } = await client.GET('/api/phase2/telemetry/summary', { params: { query } })
    return { total: list.data?.meta.total, summary }
  }
  const before = await read({})
  const merged = await client.POST('/api/transfers/reconcile/merge', {
    body: { orphan: 'octo-org/repo-1', live: 'octo-org/repo-2', confirm_low_confidence: true }
  })
  const moved = events.filter(({ repoId }) => repoId === 1).length
  t.match(merged.data, { reparented: { pipeline_events: moved } })
  t.same(await read({}), before)
  t.same(await read({ repo: 'octo-org/repo-2' }), before)
  t.equal(before.total, events.length)
  await checkSums(t, deps)
})
