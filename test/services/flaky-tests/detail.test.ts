// One test with its latest results, and the decisions that moved it.
import t from 'tap'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'

const service = await startFlakyTests(t)
const { client, run, repository } = service
const detail = (id: number) => client.GET('/api/phase3/flaky/{id}', { params: { path: { id } } })
const detailOf = async (name: string) => (await detail((await service.test(name)).id)).data

t.test('a test is shown as lists show it, with its results, the newest first', async (t) => {
  await service.proveFlaky()
  const created = await run({ flaky: 'flaky', stable: 'skipped' })
  const data = await detailOf('flaky')
  t.match(data, await service.test('flaky'))
  t.match(data, { file: 'src/suite.ts', status: 'quarantined', first_bad_commit_url: null })
  const [latest, ...others] = data?.results ?? []
  t.match(latest, {
    run_id: created.id,
    attempt: 1,
    result: 'retried',
    error_class: 'AssertionError',
    head_sha: service.git.tip(),
    branch: 'main'
  })
  t.same(
    others.map(({ result }) => result),
    ['passed', 'failed', 'passed', 'failed', 'passed', 'passed', 'passed']
  )
  t.match((await detailOf('stable'))?.results[0], { result: 'skipped', error_class: null })
})

t.test(
  'a list that is asked for the history names the latest results of each test, the latest last',
  async (t) => {
    const [test] = await service.tests({ history: true, quarantined: true })
    t.equal(test?.recent_results?.at(-1), 'retried')
    t.equal(test?.recent_results?.length, test?.run_count)
    t.equal((await service.test('flaky')).recent_results, undefined, 'other lists are without it')
  }
)

t.test('the decision that quarantined it is named, and those about other tests are not', async (t) => {
  const data = await detailOf('flaky')
  t.match(data?.decisions, [{ decision: 'acted', reason: String }])
  const [{ id = 0 } = {}] = data?.decisions ?? []
  const { data: decision } = await client.GET('/api/decisions/{id}', { params: { path: { id } } })
  t.match(decision, { source: 'trust', inputs: { flaky_move: { name: 'flaky' } } })
  t.same((await detailOf('stable'))?.decisions, [])
})

t.test('the first bad commit of a broken test leads to the host', async (t) => {
  for (let round = 0; round < 5; round += 1) await run({ broken: 'passed' })
  const sha = await service.push()
  for (let round = 0; round < 8; round += 1) await run({ broken: 'failed' })
  const data = await detailOf('broken')
  t.ok(sha.startsWith(data?.first_bad_commit ?? 'none'))
  t.equal(
    data?.first_bad_commit_url,
    `https://github.com/${repository.owner.login}/${repository.name}/commit/${data?.first_bad_commit}`
  )
})

t.test('a test that nobody knows is 404', async (t) => {
  const { response, error } = await detail(99_999)
  t.equal(response.status, 404)
  t.match(error?.message, /no test with the id 99999/)
})
