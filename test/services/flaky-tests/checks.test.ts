// The check on a commit follows what becomes known after it was posted.
import t from 'tap'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'
import { junitOf } from '#test/fixtures/test-reports.js'

t.test('what people say of a test changes the check on the heads of open pull requests', async (t) => {
  const service = await startFlakyTests(t)
  const { client, git, hear, settle, check, test } = service
  await service.proveFlaky()
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' }, author: 'octocat' })
  await hear(events)
  await settle()
  const headSha = service.repository.issues.get(number)?.pull?.headSha ?? ''
  await service.run({ flaky: 'failed' }, { headSha })
  t.match(check(headSha), { conclusion: 'success' })
  const { id } = await test('flaky')
  await client.POST('/api/phase3/flaky/{id}/dismiss', { params: { path: { id } }, body: null })
  await settle()
  t.match(check(headSha), { conclusion: 'failure', output: { title: '1 of 1 tests failed' } })
})

t.test('a check that waits ends where the tests are judged no longer', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, hear, settle, check } = service
  await service.run({ stable: 'passed' })
  const headSha = await service.push()
  const other = world.createRun(repository, { headSha })
  await hear(other.events)
  await hear(world.startRun(repository, other.run.id))
  await service.run({ stable: 'passed' }, { headSha })
  t.match(check(headSha), { conclusion: null })
  await service.configure({ pillars: { trust: { flaky_test_detection: false } } })
  await service.ends(other.run.id, { stable: 'passed' })
  await settle()
  t.match(check(headSha), { conclusion: 'neutral', output: { title: 'The tests are not judged' } })
})

t.test('a damaged report is no excuse for a run that failed', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const headSha = await service.push()
  const files = { 'junit.xml': junitOf({ flaky: 'failed' }), 'jest.json': '{"numTotalTests": 3, "testRes' }
  await service.run({ flaky: 'failed' }, { headSha, files })
  t.match(service.check(headSha), { conclusion: 'failure', output: { summary: /was cut off/ } })
})
