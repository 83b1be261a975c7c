// Violations that people accept for now: what lists and figures show of them, and when they are open again.
import t, { type Test } from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { startPolicies } from '#test/fixtures/policy-service.js'

/** A branch that falls short, of which people say when it is accepted. */
async function startBroken(t: Test, names?: readonly string[]) {
  const service = await startPolicies(t, names)
  await service.policy({ mode: 'audit' })
  await service.run()
  const [{ id = 0 } = {}] = await service.violations()
  return {
    ...service,
    async suppress(body: { until?: string } = {}) {
      const { error } = await service.client.POST('/api/enforcement/violations/{id}/suppress', {
        params: { path: { id } },
        body
      })
      t.equal(error, undefined)
    }
  }
}

t.test('a list shows violations of every status unless it is asked for one', async (t) => {
  const { client, violations, suppress } = await startBroken(t)
  await suppress()
  const path = { owner: 'octo-org', repo: 'hello' }
  const ofRepository = async (query: { status?: 'open' | 'suppressed' | 'all' } = {}) => {
    const { data } = await client.GET('/api/enforcement/violations/{owner}/{repo}', {
      params: { path, query }
    })
    t.equal(data?.meta.total, data?.data.length)
    return data?.data
  }
  for (const list of [violations, ofRepository]) {
    t.match(await list({}), [{ status: 'suppressed' }])
    t.match(await list({ status: 'all' }), [{ status: 'suppressed' }])
    t.match(await list({ status: 'suppressed' }), [{ status: 'suppressed' }])
    t.same(await list({ status: 'open' }), [])
  }
})

t.test(
  'a branch whose violation is accepted falls short all the same, in its rule and in the figures',
  async (t) => {
    const { client, world, repository, run, suppress } = await startBroken(t)
    world.protectBranch(repository, 'main', {})
    await suppress()
    await run()
    const rules = await client.GET('/api/maintainer/branch-rules', {})
    t.match(rules.data?.data, [{ pattern: 'main', compliant: false }])
    const { data } = await client.GET('/api/enforcement/stats')
    t.match(data?.compliance, { total_repos: 1, compliant: 0, non_compliant: 1, unchecked: 0 })
  }
)

t.test('a suppression that has expired ends within an hour, also where nothing can be read', async (t) => {
  const service = await startBroken(t)
  const { world, repository, deps, violations, suppress, hear, work } = service
  const sweep = async () => {
    await deps.transaction((tx) => deps.queue.enqueue(tx, 'enforcement.sweep', [{ payload: {} }]))
    t.same(await work(['enforcement']), [])
  }
  await suppress({ until: new Date(world.now().getTime() + DAY_MS).toISOString() })
  await hear(world.archiveRepository(repository))
  await sweep()
  t.match(await violations(), [{ status: 'suppressed' }], 'it holds until then')
  world.advance(DAY_MS)
  await service.run()
  t.match(await violations(), [{ status: 'suppressed' }], 'no run reads what is archived')
  await sweep()
  t.match(await violations(), [
    { status: 'open', suppressed_by: null, suppressed_until: null, reopen_count: 0 }
  ])
  const [shown] = await violations()
  await sweep()
  t.same(await violations(), [shown])
})

t.test('a suppression without an end is not ended by the clock', async (t) => {
  const { world, deps, violations, suppress, work } = await startBroken(t)
  await suppress()
  world.advance(400 * DAY_MS)
  await deps.transaction((tx) => deps.queue.enqueue(tx, 'enforcement.sweep', [{ payload: {} }]))
  t.same(await work(['enforcement']), [])
  t.match(await violations(), [{ status: 'suppressed' }])
})
