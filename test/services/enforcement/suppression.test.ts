// Violations that people accept for now: what lists and figures show of them, and when they are open again.
import t, { type Test } from 'tap'
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
