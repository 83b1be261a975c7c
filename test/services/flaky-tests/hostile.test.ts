// Reports, artifacts and runs that are not as they should be: each is recorded as what it is.
import { eq } from 'drizzle-orm'
import t from 'tap'
import { addArtifact } from '#demo/world/ci/artifacts.js'
import { zipOf } from '#demo/world/ci/zip.js'
import { refusal } from '#demo/world/faults.js'
import { testIdOf } from '#domain/flaky-tests/identity.js'
import { giveUpTestRun } from '#services/flaky-tests/ingest.js'
import { identifyMovedTests } from '#store/flaky-tests/merging.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { type FlakyTestService, startFlakyTests } from '#test/fixtures/flaky-service.js'
import { junitOf } from '#test/fixtures/test-reports.js'

const suiteOf = (...cases: string[]) => `<testsuite name="suite">${cases.join('')}</testsuite>`

t.test('two tests whose names and suites run together are counted once, and end no job', async (t) => {
  const service = await startFlakyTests(t)
  const report = suiteOf(
    '<testcase classname="a" name="b:c"/>',
    '<testcase classname="a:b" name="c"><failure message="no"/></testcase>'
  )
  for (let round = 0; round < 2; round += 1)
    await service.run({}, { conclusion: 'failure', files: { 'junit.xml': report } })
  const { recent_runs: runs, summary } = await service.stats()
  t.match(runs[0], { status: 'read', tests: 1, failures: 1 })
  t.equal(summary.total_tracked, 1)
  t.match(await service.tests(), [{ run_count: 2, fail_count: 2 }])
})

t.test('a secret in a failure is neither stored nor shown', async (t) => {
  const service = await startFlakyTests(t)
  const secret = `ghp_${'a'.repeat(36)}`
  const report = suiteOf(
    `<testcase classname="suite" name="login ${secret}"><failure type="E" message="bad token ${secret}"/></testcase>`
  )
  await service.run({}, { conclusion: 'failure', files: { 'junit.xml': report } })
  const shown = JSON.stringify([await service.tests(), service.check(service.git.tip() ?? '')])
  t.match(shown, /bad token \[redacted\]/)
  t.notMatch(shown, secret)
})

t.test('an artifact that is gone costs only itself', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, git, hear, settle, stats } = service
  const { run, events } = world.createRun(repository, { headSha: git.tip() ?? '' })
  await hear(events)
  for (const name of ['one', 'two'])
    addArtifact(world.state, run, {
      name: `junit-${name}`,
      archive: zipOf([{ path: 'junit.xml', content: junitOf({ [name]: 'passed' }) }])
    })
  world.advance(60_000)
  world.failNext('GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}', 1, () =>
    refusal(410, 'Artifact has expired')
  )
  await hear(world.completeRun(repository, run.id, 'success'))
  await settle()
  t.match((await stats()).recent_runs[0], {
    status: 'read',
    tests: 1,
    notes: ['The host did not hand over the artifact junit-one.']
  })
})

t.test('a failed run of which a report is damaged is never passed over', async (t) => {
  const service = await startFlakyTests(t)
  const { run, rerun, push, check, test } = service
  for (let round = 0; round < 5; round += 1) {
    const { id } = await run({ flaky: round % 2 ? 'failed' : 'passed' })
    if (round % 2) await rerun(id, { flaky: 'passed' })
  }
  t.match(await test('flaky'), { status: 'quarantined' })
  const files = { 'a.xml': junitOf({ flaky: 'failed' }), 'coverage.xml': '<coverage' }
  const first = await push()
  await run({ flaky: 'failed' }, { files })
  t.match(check(first), { conclusion: 'success' }, 'what is no report is of no interest')
  const second = await push()
  await run({ flaky: 'failed' }, { files: { ...files, 'b.xml': junitOf({ other: 'passed' }).slice(0, -20) } })
  t.match(check(second), { conclusion: 'failure' })
})

t.test('a test of a repository that another replaces is known there, whatever its name', async (t) => {
  const service = await startFlakyTests(t)
  await service.run({ 'é: 😀': 'passed' })
  const { deps, repository } = service
  await deps.transaction((tx) => identifyMovedTests(tx, { orphan: repository.id, successor: 77 }))
  const [row] = await service.tests()
  t.equal(row?.test_id, testIdOf(77, { suite: 'suite', name: 'é: 😀' }))
})

async function twoWorkflows(service: FlakyTestService) {
  const { run, push } = service
  await run({ one: 'passed' }, { workflow: 'A' })
  await run({ two: 'passed' }, { workflow: 'B' })
  const sha = await push()
  const { world, repository, hear } = service
  const { run: other, events } = world.createRun(repository, { headSha: sha, workflow: 'B' })
  await hear(events)
  await run({ one: 'passed' }, { workflow: 'A' })
  return { sha, other }
}

t.test('a run that is cancelled keeps no check waiting', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, hear, settle, check } = service
  const { sha, other } = await twoWorkflows(service)
  t.match(check(sha), { status: 'in_progress' })
  world.advance(60_000)
  await hear(world.completeRun(repository, other.id, 'cancelled'))
  await settle()
  t.match(check(sha), { status: 'completed', conclusion: 'success' })
})

t.test('a run that has timed out is never passed over', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, hear, settle, check } = service
  const { sha, other } = await twoWorkflows(service)
  world.advance(60_000)
  await hear(world.completeRun(repository, other.id, 'timed_out'))
  await settle()
  t.match(check(sha), { status: 'completed', conclusion: 'failure' })
})

t.test('a run whose reports are never read keeps no check waiting', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, hear, settle, check, deps } = service
  const { sha, other } = await twoWorkflows(service)
  world.advance(60_000)
  await hear(world.completeRun(repository, other.id, 'success'))
  const [row] = await deps.db.select().from(testRuns).where(eq(testRuns.runId, other.id))
  await giveUpTestRun(deps, row?.id ?? 0)
  await settle()
  t.match((await service.stats()).recent_runs[0], { status: 'failed' })
  t.match(check(sha), { status: 'completed', conclusion: 'success' })
})

t.test('what is told of a run is short and can be printed, whatever its files are called', async (t) => {
  const service = await startFlakyTests(t)
  await service.run({}, { files: { [`${'a'.repeat(10_000)}\n\u0001.txt`]: 'nothing' } })
  const [note = ''] = (await service.stats()).recent_runs[0]?.notes ?? []
  t.match(note, /^aaa/)
  t.ok(note.length <= 300)
})
