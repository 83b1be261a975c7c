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
  t.match(check(headSha), { conclusion: 'failure', output: { title: '1 of 1 test failed' } })
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

t.test('a test that fails in each of several runs is told of once', async (t) => {
  const service = await startFlakyTests(t)
  const headSha = await service.push()
  for (let run = 0; run < 2; run += 1) await service.run({ a: 'failed', b: 'passed' }, { headSha })
  t.match(service.check(headSha), { output: { title: '1 test failed in 2 runs' } })
})

t.test('a list that is closed before the service has noted its number is refused as well', async (t) => {
  const service = await startFlakyTests(t)
  const { run, upload, git, hear, work, settle, world, repository, test } = service
  for (let round = 0; round < 3; round += 1) await run({ flaky: 'passed' })
  const { id } = await run({ flaky: 'failed' })
  t.match(await test('flaky'), { status: 'tracked' })
  await hear(world.rerun(repository, id))
  upload(id, { flaky: 'passed' })
  await hear(world.completeRun(repository, id, 'success'))
  await work(['sync', 'flaky-tests'])
  await work(['action'])
  const [list] = [...repository.issues.values()].filter(({ pull }) => pull?.head === 'service/quarantine')
  t.match(list, { state: 'open' })
  t.match(await test('flaky'), { status: 'quarantined', quarantine_pr_number: null })
  await hear(git.close(list?.number ?? 0))
  await settle()
  t.match(await test('flaky'), { status: 'tracked', quarantine_pr_number: null })
})
