// Maintenance, merge queues and policies are in the feed, each thing once and as it stands now.
import t from 'tap'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { countsOf, itemsOf } from '#test/fixtures/feed.js'
import { startMaintenance } from '#test/fixtures/maintenance-service.js'
import { startPolicies } from '#test/fixtures/policy-service.js'
import { startQueue } from '#test/fixtures/queue-service.js'

t.test('what maintenance does to an issue is one item, from the claim to its end', async (t) => {
  const service = await startMaintenance(t)
  const { client, world, repository, hear, days } = service
  const { issue, events } = world.createIssue(repository)
  await hear(events)
  days(53)
  await service.scan({ dryRun: true })
  const [skipped] = await itemsOf(client, 'maintainer')
  t.match(skipped, {
    repo: 'octo-org/hello',
    target_number: issue.number,
    action_type: 'stale_warn',
    status: 'skipped',
    detail: /^Dry run: it would be warned/,
    meta: { label: 'Maintainer', color: 'green' }
  })
  await service.askForScan()
  t.same(await service.work(['maintenance']), [])
  t.match(await itemsOf(client, 'maintainer'), [{ status: 'pending', detail: '' }])
  t.same(await service.workJobs(), [])
  const [applied, ...more] = await itemsOf(client, 'maintainer')
  t.same(more, [])
  t.match(applied, { source_id: skipped?.source_id, status: 'applied', detail: 'It was warned.' })
  t.same(await countsOf(client, 'maintainer'), { applied: 1 })
})

t.test('what maintenance does to a branch names no number', async (t) => {
  const service = await startMaintenance(t)
  const { client, world, repository, hear, days } = service
  await service.settings({ cleanup_branches: true })
  const { issue, pull, events } = world.openPull(repository, { head: 'fix' })
  world.addBranch(repository, 'fix', { sha: pull.headSha })
  await hear([...events, ...world.mergePull(repository, issue.number)])
  days(10)
  await service.cleanUp()
  t.match(await itemsOf(client, 'maintainer', { status: 'applied' }), [
    { target_number: null, action_type: 'branch_cleanup', detail: /^It was deleted at / }
  ])
})

t.test('a pull request in the queue is one item with the status of its entry', async (t) => {
  const service = await startQueue(t, {
    ci: (files) => ({ build: files.has('red') ? 'failure' : 'success' })
  })
  const { client, git, hear, world } = service
  const green = await service.pull({ 'x.txt': 'x\n' })
  const red = await service.pull({ red: 'red\n' })
  await service.admit(green)
  const [waiting] = await itemsOf(client, 'merge_queue')
  t.match(waiting, {
    repo: 'octo-org/hello',
    target_number: green,
    action_type: 'queued',
    status: (await service.queue()).entries[0]?.status,
    detail: `octocat: ${git.pull(green).issue.title.slice(0, 80)}`,
    created_at: (await service.queue()).entries[0]?.admitted_at,
    meta: { label: 'Merge Queue', color: 'indigo' }
  })
  await service.admit(red)
  await service.settle()
  t.same(
    (await itemsOf(client, 'merge_queue')).map(({ target_number, status }) => [target_number, status]),
    [
      [red, 'blocked'],
      [green, 'merged']
    ]
  )
  t.equal((await itemsOf(client, 'merge_queue', { status: 'merged' }))[0]?.source_id, waiting?.source_id)
  const [blocked] = await itemsOf(client, 'merge_queue', { status: 'blocked' })
  world.advance(MINUTE_MS)
  await hear(git.pushToPull(red, { red: null, green: 'green\n' }))
  await hear(git.approve(red, 'reviewer'))
  await service.settle()
  const [again, ...others] = await itemsOf(client, 'merge_queue')
  t.match(again, { source_id: blocked?.source_id, status: 'merged' })
  t.ok((again?.created_at ?? '') > (blocked?.created_at ?? ''), 'at the time of its second admission')
  t.match(others, [{ target_number: green }])
  t.same(await countsOf(client, 'merge_queue'), { merged: 2 })
})

t.test('a pull request that leaves the queue has left it in the feed', async (t) => {
  const service = await startQueue(t, { ci: () => ({}) })
  const number = await service.pull({ 'x.txt': 'x\n' })
  await service.admit(number)
  await service.remove(number)
  t.match(await itemsOf(service.client, 'merge_queue'), [{ target_number: number, status: 'removed' }])
  t.same(await countsOf(service.client, 'merge_queue'), { removed: 1 })
})

t.test('a violation is one item, open, accepted, mended and detected again', async (t) => {
  const service = await startPolicies(t)
  const { client, policy, run, world, repository } = service
  await policy({ mode: 'audit', min_reviews: 2 })
  await run()
  const [violation] = await service.violations()
  const id = violation?.id ?? 0
  const [open, ...more] = await itemsOf(client, 'enforcement')
  t.same(more, [])
  t.match(open, {
    source_id: id,
    repo: 'octo-org/hello',
    target_number: null,
    action_type: 'violation',
    status: 'open',
    detail: 'main',
    created_at: violation?.detected_at,
    meta: { label: 'Enforcement', color: 'red' }
  })
  const suppress = (suppressed: boolean) =>
    client.POST('/api/enforcement/violations/{id}/suppress', {
      params: { path: { id } },
      body: { suppressed, reason: 'It is archived soon.' }
    })
  await suppress(true)
  t.match(await itemsOf(client, 'enforcement'), [{ status: 'suppressed', created_at: open?.created_at }])
  await suppress(false)
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 2 },
    enforce_admins: true,
    required_linear_history: true
  })
  await run()
  t.match(await itemsOf(client, 'enforcement'), [{ source_id: id, status: 'remediated' }])
  world.advance(DAY_MS)
  world.unprotectBranch(repository, 'main')
  await run()
  const [again] = await itemsOf(client, 'enforcement')
  t.match(again, { source_id: id, status: 'open', created_at: (await service.violations())[0]?.detected_at })
  t.ok((again?.created_at ?? '') > (open?.created_at ?? ''), 'at the time at which it was detected again')
  t.same(await countsOf(client, 'enforcement'), { open: 1 })
})
