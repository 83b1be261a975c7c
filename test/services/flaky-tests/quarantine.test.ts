// Tests that fail now and then: from the reports of their runs to the quarantine, and out of it.
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { FLAKY_PATH, startFlakyTests } from '#test/fixtures/flaky-service.js'
import { junitOf } from '#test/fixtures/test-reports.js'

t.test('a test that fails and passes on the same commit is quarantined, with its evidence', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const flaky = await service.test('flaky')
  t.match(flaky, {
    test_suite: 'suite',
    status: 'quarantined',
    standing: 'flaky',
    quarantined: true,
    run_count: 7,
    pass_count: 5,
    fail_count: 2,
    failure_pct: 29,
    last_error_class: 'AssertionError',
    last_error_message: 'expected 1 but was 2',
    relapse_count: 0
  })
  t.ok(flaky.same_commit_flips > 0)
  t.ok(flaky.reasons.length > 0)
  t.ok((flaky.failure_rate?.lower ?? 0) > 0)
  t.match(await service.test('stable'), { status: 'tracked', standing: 'stable', fail_count: 0 })
  const { client } = service
  const { data: decided } = await client.GET('/api/decisions', { params: { query: { source: 'trust' } } })
  t.match(decided?.data, [{ decision: 'acted', pillar: 'trust' }])
  const { data: events } = await client.GET('/api/phase2/telemetry/events', {
    params: { query: { event_type: 'test_quarantined' } }
  })
  t.match(events?.data, [{ metadata: { name: 'flaky', cause: 'flaky' } }])
})

t.test(
  'a test that fails always is broken and never quarantined, and its first bad commit is named',
  async (t) => {
    const service = await startFlakyTests(t)
    const { run, test, tests } = service
    for (let round = 0; round < 5; round += 1) await run({ broken: 'passed', never: 'failed' })
    const sha = await service.push()
    for (let round = 0; round < 8; round += 1) await run({ broken: 'failed', never: 'failed' })
    const broken = await test('broken')
    t.match(broken, { status: 'tracked', standing: 'broken', quarantined: false })
    t.ok(sha.startsWith(broken.first_bad_commit ?? 'none'))
    t.match(await test('never'), { status: 'tracked', quarantined: false })
    t.same(await tests({ quarantined: true }), [])
  }
)

t.test('the check passes over failures of quarantined tests alone', async (t) => {
  const service = await startFlakyTests(t)
  const { run, push, check } = service
  await service.proveFlaky()
  const first = await push()
  await run({ flaky: 'failed', stable: 'passed' })
  t.match(check(first), { conclusion: 'success', output: { title: /1 quarantined ignored/ } })
  const second = await push()
  await run({ flaky: 'failed', stable: 'failed' })
  t.match(check(second), {
    conclusion: 'failure',
    output: { title: '1 of 2 tests failed, 1 quarantined ignored' }
  })
})

t.test('a run that failed outside of its tests is never passed over', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const sha = await service.push()
  await service.run({ stable: 'passed' }, { headSha: sha, conclusion: 'failure' })
  t.match(service.check(sha), { conclusion: 'failure', output: { title: /outside of its tests/ } })
})

t.test('a report that was cut off is never passed over, though all that failed is quarantined', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const sha = await service.push()
  const files = { 'junit.xml': junitOf({ flaky: 'failed' }), 'results.tap': '1..3\nok 1 - stable\n' }
  await service.run({ flaky: 'failed' }, { headSha: sha, files })
  t.match(service.check(sha), {
    conclusion: 'failure',
    output: {
      title: 'A run failed outside of its tests, 1 quarantined ignored',
      summary: /broke outside of its tests or was cut off/
    }
  })
  t.match((await service.stats()).recent_runs[0]?.notes, [/2 of 3 planned tests/])
})

t.test('a job that failed without a failed test does not hide behind a quarantined one', async (t) => {
  const service = await startFlakyTests(t)
  const { run, push, check } = service
  await service.proveFlaky()
  const sha = await push()
  await run({ flaky: 'failed' }, { headSha: sha, jobs: [{ name: 'test' }] })
  t.match(check(sha), { conclusion: 'success' })
  const later = await push()
  await run({ flaky: 'failed' }, { headSha: later, jobs: [{ name: 'test' }, { name: 'lint' }] })
  t.match(check(later), { conclusion: 'failure' })
  t.match((await service.stats()).recent_runs[0]?.notes, [/2 jobs failed, but only 1/])
  const last = await push()
  const lint = { name: 'lint', ran: { from: new Date(0), to: new Date(60_000) } }
  await run({ flaky: 'failed' }, { headSha: last, jobs: [lint] })
  t.match(check(last), { conclusion: 'failure' }, 'it ended before the report of another job came')
})

t.test('ten passes in a row end a quarantine, and later failures begin another', async (t) => {
  const service = await startFlakyTests(t)
  const { run, test } = service
  await service.proveFlaky()
  // The last attempt has passed already.
  for (let round = 0; round < 9; round += 1) await run({ flaky: round === 4 ? 'skipped' : 'passed' })
  t.match(await test('flaky'), { status: 'quarantined' }, 'a skipped run is no pass')
  await run({ flaky: 'passed' })
  t.match(await test('flaky'), { status: 'graduated', quarantined: false, run_count: 0 })
  await service.proveFlaky()
  t.match(await test('flaky'), { status: 'quarantined', relapse_count: 1 })
})

t.test('what people say of a test holds: graduated ones may relapse, dismissed ones may not', async (t) => {
  const service = await startFlakyTests(t)
  const { client, test } = service
  await service.proveFlaky()
  const { id } = await test('flaky')
  const at = (body: object | null = null) => ({ params: { path: { id } }, body })
  const graduated = await client.POST('/api/phase3/flaky/{id}/graduate', at())
  t.same(graduated.data, { graduated: true, test: 'flaky' })
  t.match(await test('flaky'), { status: 'graduated' })
  await service.proveFlaky()
  t.match(await test('flaky'), { status: 'quarantined', relapse_count: 1 })
  const dismissed = await client.POST(
    '/api/phase3/flaky/{id}/dismiss',
    at({ reason: 'It tests the weather.' })
  )
  t.same(dismissed.data, { dismissed: true })
  await service.proveFlaky()
  t.match(await test('flaky'), { status: 'dismissed', dismissed_reason: 'It tests the weather.' })
  t.equal((await client.POST('/api/phase3/flaky/{id}/graduate', at())).response.status, 409)
  await client.POST('/api/phase3/flaky/{id}/graduate', at({ reopen: true }))
  t.match(await test('flaky'), { status: 'graduated', dismissed_at: null })
  const { data } = await client.GET('/api/maintainer/audit', { params: { query: {} } })
  t.match(
    data?.data.map(({ action, success }) => [action, success]),
    [
      ['flaky.graduate', true],
      ['flaky.graduate', false],
      ['flaky.dismiss', true],
      ['flaky.graduate', true]
    ]
  )
})

t.test(
  'results of forks are stored and prove nothing, and the tests that a fork makes up are none',
  async (t) => {
    const service = await startFlakyTests(t)
    await service.run({ flaky: 'passed' })
    for (let round = 0; round < 5; round += 1) {
      const { id } = await service.run({ flaky: 'failed', invented: 'failed' }, { fork: 7 })
      await service.rerun(id, { flaky: 'passed' })
    }
    t.same(
      (await service.tests()).map(({ test_name }) => test_name),
      ['flaky']
    )
    t.match(await service.test('flaky'), { status: 'tracked', run_count: 1 })
    // The runs may lie on both sides of midnight.
    const { trend } = await service.stats()
    t.equal(
      trend.reduce((sum, { total }) => sum + total, 0),
      16
    )
    t.equal(
      trend.reduce((sum, { failures }) => sum + failures, 0),
      10
    )
  }
)

t.test('a test that fails in a fork alone fails the check, although it is not listed', async (t) => {
  const service = await startFlakyTests(t)
  await service.run({ stable: 'passed' })
  const sha = await service.push()
  await service.run({ stable: 'passed', added: 'failed' }, { headSha: sha, fork: 7 })
  t.match(service.check(sha), { conclusion: 'failure', output: { summary: /that only the fork has/ } })
  t.match((await service.stats()).recent_runs[0]?.notes, [/only the fork has/])
})

t.test('an event that arrives twice changes nothing', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, hear, settle, test, stats } = service
  const { id } = await service.run({ flaky: 'failed' })
  const before = [await test('flaky'), await stats()]
  await hear(world.completeRun(repository, id, 'failure'))
  await settle()
  t.same([await test('flaky'), await stats()], before)
})

t.test(
  'each quarantined test has an issue, which names its owners and is closed when it has graduated',
  async (t) => {
    const service = await startFlakyTests(t, {
      'a.txt': 'a\n',
      '.github/CODEOWNERS': '* @octocat\nsrc/ @octo-org/testers\n'
    })
    const { issues, run, test } = service
    await service.proveFlaky()
    t.match(issues(), [{ title: 'Flaky test: flaky', state: 'open', body: /@octo-org\/testers/ }])
    t.match(await test('flaky'), { issue_number: issues()[0]?.number, code_owners: ['@octo-org/testers'] })
    for (let round = 0; round < 10; round += 1) await run({ flaky: 'passed' })
    t.match(issues(), [{ state: 'closed' }])
  }
)

t.test('one pull request keeps the list, and whoever closes it lets its tests go for a week', async (t) => {
  const service = await startFlakyTests(t)
  const { git, hear, settle, test, repository, world } = service
  await service.proveFlaky()
  await service.proveFlaky('other')
  const pulls = () =>
    [...repository.issues.values()].filter(({ pull }) => pull?.head === 'service/quarantine')
  t.match(pulls(), [{ state: 'open', labels: [{ name: 'flaky-test-quarantine' }] }])
  const list = JSON.parse(git.files(git.tip('service/quarantine'))['.service/quarantine.json'] ?? '{}')
  t.match(list, { version: 1, tests: [{ suite: 'suite', name: 'flaky' }, { name: 'other' }] })
  const { number = 0 } = pulls()[0] ?? {}
  t.match(await test('flaky'), { quarantine_pr_number: number })
  const { data: told } = await service.client.GET('/api/phase2/telemetry/events', {
    params: { query: { event_type: 'heal_attempted' } }
  })
  const ofList = { type: 'flaky_quarantine', pr: number }
  t.match(told?.data, [
    { pr_number: number, metadata: { ...ofList, count: 2 } },
    { pr_number: number, metadata: { ...ofList, count: 1 } }
  ])
  await hear(git.close(number))
  await settle()
  t.match(await test('flaky'), { status: 'tracked', quarantine_pr_number: null })
  await service.proveFlaky()
  t.match(await test('flaky'), { status: 'tracked' }, 'not within the week')
  world.advance(8 * 86_400_000)
  await service.proveFlaky()
  t.match(await test('flaky'), { status: 'quarantined' })
  t.equal(pulls().filter(({ state }) => state === 'open').length, 1)
})

t.test('a quarantine ends in time, and the failures of its test count again', async (t) => {
  const service = await startFlakyTests(t)
  const { world, sweep, test, run, check } = service
  await service.proveFlaky()
  world.advance(31 * 86_400_000)
  const sha = await service.push()
  await run({ flaky: 'failed', stable: 'passed' }, { headSha: sha })
  t.match(check(sha), { conclusion: 'failure' }, 'at once, whoever has noticed it')
  await sweep()
  t.match(await test('flaky'), { status: 'tracked', quarantine_expires_at: null })
})

t.test('a list of the quarantines that end soon has those, and nothing else', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const soon = { quarantine_ends_within_days: 7 }
  t.same(await service.tests(soon), [], 'it has just begun')
  service.world.advance(25 * DAY_MS)
  t.match(await service.tests(soon), [{ test_name: 'flaky', quarantined: true }])
  const { data } = await service.client.GET('/api/phase3/flaky/{owner}/{repo}', {
    params: { path: FLAKY_PATH, query: soon }
  })
  t.match(data, { data: [{ test_name: 'flaky' }], meta: { total: 1, total_pages: 1 } })
  t.same(await service.tests({ quarantine_ends_within_days: 7, quarantined: false }), [])
})

t.test('repeated runs are charged to the tests that made them necessary', async (t) => {
  const service = await startFlakyTests(t)
  const { id } = await service.run({ flaky: 'failed', stable: 'passed' }, { event: 'pull_request' })
  // Nobody runs it again before the next day.
  service.world.advance(DAY_MS)
  await service.rerun(id, { flaky: 'passed', stable: 'passed' })
  t.match(await service.test('flaky'), { cost_minutes: 1, blocked_pulls: 1 })
  t.match((await service.stats()).costliest, [{ test_name: 'flaky', cost_minutes: 1 }])
  t.match(await service.test('stable'), { cost_minutes: 0 })
})

t.test('nothing is read where flaky tests are not to be detected, and it says so', async (t) => {
  const service = await startFlakyTests(t)
  await service.configure({ pillars: { trust: { flaky_test_detection: false } } })
  await service.run({ flaky: 'failed' })
  t.same(await service.tests(), [])
  t.match((await service.stats()).recent_runs, [{ status: 'skipped' }])
})

t.test('a dry run judges tests and leaves the host alone', async (t) => {
  const service = await startFlakyTests(t)
  await service.configure({ settings: { dry_run: true } })
  await service.proveFlaky()
  t.match(await service.test('flaky'), { status: 'quarantined' })
  t.same(service.issues(), [])
  t.same(service.check(service.git.tip() ?? ''), undefined)
  const { data } = await service.client.GET('/api/decisions', { params: { query: { source: 'trust' } } })
  t.match(data?.data, [{ decision: 'dry_run' }])
})

t.test('what is no report, or no archive, is told of and ends nothing', async (t) => {
  const service = await startFlakyTests(t)
  await service.run(
    {},
    {
      files: {
        'a.xml': '<html/>',
        'b.xml': '<testsuite><testcase name="x"/></testsuite>',
        'c.xml': '<testsuite><tes'
      }
    }
  )
  t.match((await service.stats()).recent_runs, [{ status: 'read', reports: 1, tests: 1 }])
  const notes = (await service.stats()).recent_runs[0]?.notes ?? []
  t.match(notes.join('\n'), /a\.xml/)
  t.match(notes.join('\n'), /c\.xml/)
  await service.run({}, { artifact: 'coverage' })
  t.match((await service.stats()).recent_runs[0], { status: 'without_reports' })
})

t.test('lists are of one repository or all, and know their filters', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const { client } = service
  const one = await client.GET('/api/phase3/flaky/{owner}/{repo}', {
    params: { path: FLAKY_PATH, query: { min_score: 0.2 } }
  })
  t.match(one.data, { data: [{ test_name: 'flaky' }], meta: { total: 1 } })
  const all = await client.GET('/api/phase3/flaky', { params: { query: { quarantined: false } } })
  t.match(all.data, { data: [{ test_name: 'stable' }], meta: { total: 1 } })
  const unknown = await client.GET('/api/phase3/flaky', { params: { query: { repo: 'octo-org/none' } } })
  t.equal(unknown.response.status, 404)
  t.match((await service.stats()).summary, {
    total_tracked: 2,
    quarantined: 1,
    graduated: 0,
    high_flakiness: 0,
    repos_affected: 1
  })
})
