import t, { type Test } from 'tap'
import { refusal } from '#demo/world/faults.js'
import { scanForStale } from '#services/maintenance/stale-scan.js'
import { startMaintenance } from '#test/fixtures/maintenance-service.js'

/** A service with one repository, where nothing has happened yet. */
const begin = (t: Test) => startMaintenance(t)

t.test('an issue is warned once, seven days before it is stale, and by default never closed', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written, deeds } = service
  const { issue, events } = world.createIssue(repository)
  await hear(events)
  days(52)
  await scan()
  t.same(written(), [], 'not idle for long enough')
  days(1)
  await scan()
  t.same(written(), [`comment on ${issue.number}`, `label stale on ${issue.number}`])
  t.match(deeds.comments[0]?.['body'], /<!-- service:stale-warn -->/)
  for (let again = 0; again < 3; again += 1) {
    days(40)
    await service.sync()
    await scan()
  }
  t.same(written(), [], 'one warning, and closing is off')
  t.match(await service.actions(), {
    repo: 'octo-org/hello',
    meta: { total: 1 },
    data: [
      {
        action_type: 'stale_warn',
        target_type: 'issue',
        target_number: '1',
        idempotency_key: `stale:${repository.id}:issue:1:warn:1`,
        status: 'applied',
        attempts: 1
      }
    ]
  })
  t.match(await service.decided(), [
    { decision: 'acted', evaluator: 'stale', evaluatorVersion: 1, pillar: 'maintainer' }
  ])
})

t.test(
  'the own warning does not reset the clock: what nobody answers is closed when it is stale',
  async (t) => {
    const service = await begin(t)
    const { world, repository, hear, days, scan, written, deeds } = service
    await service.settings({ auto_close: true })
    const { issue, events } = world.createIssue(repository)
    await hear(events)
    days(53)
    await scan()
    written()
    await service.sync()
    days(6)
    await scan()
    t.same(written(), [], 'neither stale nor warned for seven days')
    days(1)
    await scan()
    const number = issue.number
    t.same(written(), [
      `comment on ${number}`,
      `label service:stale-closed on ${number}`,
      `close issue ${number}`
    ])
    t.match(deeds.comments.at(-1)?.['body'], /<!-- service:stale-close -->/)
    t.equal(issue.state, 'closed')
    t.same(await service.stats(), { applied: 2, skipped: 0, failed: 0, pending: 0, last_7_days: 1 })
  }
)

t.test('a late first scan warns, and waits seven days before it closes', async (t) => {
  const service = await begin(t)
  const { world, repository, days, scan, written } = service
  await service.settings({ auto_close: true })
  await service.hear(world.createIssue(repository).events)
  days(400)
  await scan()
  t.same(written(), ['comment on 1', 'label stale on 1'])
  days(6)
  await scan()
  t.same(written(), [])
  days(1)
  await scan()
  t.equal(written().at(-1), 'close issue 1')
})

t.test('a person who answers a warning begins a new epoch, and the label goes', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await service.settings({ auto_close: true })
  await hear(world.createIssue(repository).events)
  days(53)
  await scan()
  written()
  days(3)
  await hear(world.commentOn(repository, 1))
  t.same(await service.workJobs(), [])
  t.same(written(), ['label stale off 1'])
  days(52)
  await scan()
  t.same(written(), [])
  days(1)
  await scan()
  t.same(written(), ['comment on 1', 'label stale on 1'])
  t.same(
    (await service.actions()).data.map(({ idempotency_key }) => idempotency_key.slice(-6)),
    ['warn:2', 'warn:1']
  )
})

t.test('an answer that no event reported is found on the host, and nothing is closed', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await service.settings({ auto_close: true })
  const { issue, events } = world.createIssue(repository)
  await hear(events)
  days(53)
  await scan()
  written()
  days(5)
  world.commentOn(repository, 1)
  days(3)
  await scan()
  t.same(written(), ['label stale off 1'], 'and the label goes')
  t.equal(issue.state, 'open')
  t.match((await service.actions()).data[0], {
    action_type: 'stale_close',
    status: 'skipped',
    result: 'A person has been active lately.'
  })
  days(50)
  await scan()
  t.same(written(), ['comment on 1', 'label stale on 1'], 'it is warned again, counted from the answer')
})

t.test('bots keep nothing alive, and neither do mentions', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await hear(world.createIssue(repository).events)
  for (let week = 0; week < 7; week += 1) {
    days(7)
    await hear(world.commentOn(repository, 1, { author: 'linter[bot]' }))
  }
  days(4)
  await scan()
  t.same(written(), ['comment on 1', 'label stale on 1'])
})

t.test('a person who reopens a closed item begins a new epoch: it is warned and closed again', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await service.settings({ auto_close: true })
  await hear(world.createIssue(repository).events)
  for (const days_ of [53, 7]) {
    days(days_)
    await scan()
  }
  t.equal(written().at(-1), 'close issue 1')
  await service.sync()
  days(10)
  await hear(world.reopenIssue(repository, 1))
  days(30)
  await scan()
  t.same(written().sort(), ['label service:stale-closed off 1', 'label stale off 1'])
  days(23)
  await scan()
  t.equal(written()[0], 'comment on 1')
  days(7)
  await scan()
  t.equal(written().at(-1), 'close issue 1')
})

t.test('a closed item whose reopening no event reported is warned and closed again', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await service.settings({ auto_close: true })
  await hear(world.createIssue(repository).events)
  for (const passed of [53, 7]) {
    days(passed)
    await scan()
  }
  await service.sync()
  days(5)
  world.reopenIssue(repository, 1)
  await service.sync()
  written()
  days(40)
  await scan()
  t.same(written(), [])
  days(13)
  await scan()
  t.equal(written()[0], 'comment on 1')
  days(7)
  await scan()
  t.equal(written().at(-1), 'close issue 1')
})

t.test(
  'an old comment that no event reported counts before the warning, which then comes once',
  async (t) => {
    const service = await begin(t)
    const { world, repository, hear, days, scan, written } = service
    await service.settings({ auto_close: true })
    await hear(world.createIssue(repository).events)
    days(20)
    world.commentOn(repository, 1)
    days(60)
    await scan()
    t.same(written(), [], 'the host is asked, and tells of the comment')
    await scan()
    t.same(written(), ['comment on 1', 'label stale on 1'])
    days(7)
    await scan()
    t.equal(written().at(-1), 'close issue 1')
  }
)

t.test(
  'bots, drafts, exempt labels, keep-alive, milestones and assignees exempt; pull requests have their own days',
  async (t) => {
    const service = await begin(t)
    const { world, repository, hear, days, scan, written } = service
    await hear(world.createIssue(repository, { author: 'renovate[bot]' }).events)
    for (const label of ['Pinned', 'keep-alive']) {
      const { issue, events } = world.createIssue(repository)
      await hear([...events, ...world.labelIssue(repository, issue.number, label)])
    }
    await hear(world.createIssue(repository, { milestone: '2.0' }).events)
    await hear(world.createIssue(repository, { assignees: ['mona'] }).events)
    await hear(world.openPull(repository, { draft: true }).events)
    const { issue: pull, events } = world.openPull(repository)
    await hear(events)
    days(23)
    await scan()
    t.same(written(), [`comment on ${pull.number}`, `label stale on ${pull.number}`], 'after 30 - 7 days')
    days(60)
    for (let again = 0; again < 2; again += 1) await scan()
    t.same(written(), [])
    t.match((await service.actions({ target_type: 'issue' })).data, [
      { status: 'skipped', target_number: '4', result: 'The issue has a milestone.' }
    ])
  }
)

t.test('a dry run previews what would be done, and consumes nothing', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written } = service
  await hear(world.createIssue(repository).events)
  days(60)
  for (let again = 0; again < 2; again += 1) await scan({ dryRun: true })
  t.same(written(), [])
  t.match((await service.actions()).data, [
    { action_type: 'stale_warn', status: 'skipped', result: /Dry run: it would be warned, because/ }
  ])
  t.match(
    (await service.decided()).map(({ decision }) => decision),
    ['dry_run'],
    'the same preview is recorded once'
  )
  await service.configure({ settings: { dry_run: true } })
  await scan()
  t.same(written(), [])
  await service.configure({})
  await scan()
  t.same(written(), ['comment on 1', 'label stale on 1'])
  t.match((await service.actions()).data, [{ status: 'applied' }])
})

t.test('a waiver and a disabled pillar stop everything, on record', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan, written, client } = service
  await hear(world.createIssue(repository).events)
  days(60)
  const { data } = await client.POST('/api/waivers', {
    body: {
      repo: 'octo-org/hello',
      pillar: 'maintainer',
      scope: 'issue',
      scope_value: '1',
      reason: 'It waits.',
      granted_by: 'octocat'
    }
  })
  await scan()
  t.same(written(), [])
  t.match((await service.decided()).at(-1), { decision: 'skipped', waiverId: data?.data.id })
  await service.askForScan()
  await service.settings({ enabled: false })
  t.same(await service.workJobs(), [])
  t.same(written(), [])
  t.match((await service.decided()).at(-1), { decision: 'skipped', reason: 'The pillar maintainer is off.' })
})

t.test('what the host refuses is tried again by later scans, three times in all', async (t) => {
  const service = await begin(t)
  const { world, repository, hear, days, scan } = service
  const { issue, events } = world.createIssue(repository)
  await hear(events)
  days(60)
  for (let tries = 1; tries <= 4; tries += 1) {
    world.failNext('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', 1, () => {
      issue.labels = []
      return refusal(422, 'No')
    })
    await scan()
    t.match((await service.actions()).data, [{ status: 'failed', attempts: Math.min(tries, 3) }])
  }
  t.equal(service.deeds.comments.length, 1, 'the comment of the first try is found again')
})

t.test('a run closes thirty items, and the next one goes on', async (t) => {
  const service = await begin(t)
  const { world, repository, days, scan, written } = service
  await service.settings({ auto_close: true })
  world.fill(repository, { issues: 31 })
  await service.sync()
  days(60)
  await scan()
  days(7)
  written()
  const closings = () => written().filter((deed) => deed.startsWith('close')).length
  await scan()
  t.equal(closings(), 30)
  await scan()
  t.equal(closings(), 1)
})

t.test('two scans at once act once', async (t) => {
  const service = await begin(t)
  const { world, repository, repoId, deps, days, written } = service
  world.fill(repository, { issues: 3, pulls: 2 })
  await service.sync()
  days(60)
  const job = { repo_id: repoId, dry_run: false, trigger: 'schedule' }
  await Promise.all([scanForStale(deps, job), scanForStale(deps, job), scanForStale(deps, job)])
  t.same(await service.workJobs(), [])
  t.equal(written().length, 10, 'a comment and a label on each')
  t.match(await service.stats(), { applied: 5, pending: 0, skipped: 0, failed: 0 })
})

t.test(
  "a person's comment is found among any number of bots' comments, as far back as it is read",
  async (t) => {
    const service = await begin(t)
    const { world, repository, hear, days, scan, written } = service
    for (const bots of [250, 1_100]) {
      const { issue, events } = world.createIssue(repository)
      await hear(events)
      const { number } = issue
      for (let nth = 0; nth < 120; nth += 1) world.commentOn(repository, number, { author: 'linter[bot]' })
      days(50)
      world.commentOn(repository, number)
      for (let nth = 0; nth < bots; nth += 1) world.commentOn(repository, number, { author: 'linter[bot]' })
      days(10)
      await scan()
      const deeds = written().filter((deed) => deed.endsWith(` ${number}`))
      t.same(deeds, [], `${bots} bots' comments later`)
      t.match((await service.actions({ per_page: 1 })).data, [
        { target_number: String(number), status: 'skipped', result: 'A person has been active lately.' }
      ])
    }
  }
)
