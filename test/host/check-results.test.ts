import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import type { JsonObject } from '#schemas/common.js'
import { connect } from '../harness/host.js'

const COMMIT = '/repos/octo-org/hello/commits/abc'
const place = { owner: 'octo-org', name: 'hello', installationId: 7, priority: 'work' as const }

const run = (id: number, more: JsonObject): JsonObject => ({
  id,
  name: 'build',
  status: 'completed',
  conclusion: 'success',
  html_url: `https://host.example/checks/${id}`,
  app: { id: 1 },
  ...more
})

t.test(
  'of a check that was run again the last run counts, for each App; statuses count as well',
  async (t) => {
    const fake = await startFakeHost()
    t.teardown(() => fake.close())
    const runs = [
      run(12, { conclusion: 'success' }),
      run(11, { conclusion: 'failure' }),
      run(14, { app: { id: 2 }, conclusion: 'cancelled' }),
      run(13, { name: 'lint', status: 'in_progress', conclusion: null })
    ]
    fake.on(`GET ${COMMIT}/check-runs`, { body: { total_count: 4, check_runs: runs } })
    const statuses = [
      { context: 'legal', state: 'pending', target_url: null },
      { context: 'deploy', state: 'error', target_url: 'https://host.example/deploy' }
    ]
    fake.on(`GET ${COMMIT}/status`, { body: { state: 'pending', statuses } })
    const { host } = connect(fake)
    t.same(await host.checkResults(place, { sha: 'abc', required: [[]] }), [
      { name: 'build', conclusion: 'success', url: 'https://host.example/checks/12' },
      { name: 'build', conclusion: 'cancelled', url: 'https://host.example/checks/14' },
      { name: 'lint', conclusion: null, url: 'https://host.example/checks/13' },
      { name: 'legal', conclusion: null, url: null },
      { name: 'deploy', conclusion: 'error', url: 'https://host.example/deploy' }
    ])
  }
)

t.test(
  'statuses are left out while a required check still runs, and never once all have ended',
  async (t) => {
    const fake = await startFakeHost()
    t.teardown(() => fake.close())
    const running = run(12, { name: 'lint', status: 'in_progress', conclusion: null })
    const { host } = connect(fake)
    async function results(runs: JsonObject[], required: string[][]) {
      fake.on(`GET ${COMMIT}/check-runs`, { body: { total_count: runs.length, check_runs: runs } })
      fake.on(`GET ${COMMIT}/status`, { body: { statuses: [{ context: 'build', state: 'error' }] } })
      const found = await host.checkResults(place, { sha: 'abc', required })
      return found.map(({ name, conclusion }) => `${name} ${conclusion}`)
    }
    t.same(await results([run(11, {}), running], [['build', 'lint']]), ['build success', 'lint null'])
    const all = ['build success', 'lint null', 'build error']
    t.same(await results([run(11, {}), running], [['build']]), all, 'what runs is not required')
    t.same(await results([run(11, {}), running], [['build', 'lint'], ['build']]), all, 'not by all')
    t.same(await results([run(11, {}), running], [['lint', 'legal']]), all, 'one may be a status')
    t.same(await results([run(11, {}), running], [[]]), all, 'all are required')
    t.same(await results([run(11, {})], [['build']]), ['build success', 'build error'])
  }
)

t.test('a job of the CI is known by its page, which no other App can have', async (t) => {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  const page = 'https://host.example/octo-org/hello/actions/runs/71/job/12'
  const ended = { html_url: page, completed_at: '2026-03-02T10:00:00Z' }
  const ci = { app: { id: 15_368, slug: 'github-actions' } }
  const runs = [
    run(11, { ...ended, ...ci }),
    run(12, { ...ended, name: 'report', app: { id: 2, slug: 'other' } }),
    run(13, { ...ended, ...ci, name: 'made', html_url: 'https://host.example/octo-org/hello/runs/13' }),
    run(14, { ...ended, ...ci, name: 'again', status: 'in_progress' })
  ]
  fake.on(`GET ${COMMIT}/check-runs`, { body: { total_count: 4, check_runs: runs } })
  fake.on(`GET ${COMMIT}/status`, { body: { state: 'success', statuses: [] } })
  const { host } = connect(fake)
  const results = await host.checkResults(place, { sha: 'abc', required: [[]] })
  t.same(
    results.map((result) => result.run?.id),
    [71, undefined, undefined, undefined]
  )
  t.same(results[0]?.run?.endedAt, new Date('2026-03-02T10:00:00Z'))
})
