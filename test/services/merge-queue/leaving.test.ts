// Pull requests leave the queue, and come back, with what people do to them.
import t from 'tap'
import { assertSound, QUEUE_PATH, type QueueService, startQueue } from '#test/fixtures/queue-service.js'

const AUTO_MERGE = 'auto-merge'

/** In the queue, while its checks run. */
async function waiting(service: QueueService, label = AUTO_MERGE) {
  const { git, pull, hear, settle } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await hear(git.label(number, label))
  await settle()
  return number
}

const entryOf = async ({ queue }: QueueService, number: number) =>
  (await queue()).entries.find(({ pr_number }) => pr_number === number)

t.test('the label admits a pull request, and its removal takes it out', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const { git, hear, settle } = service
  const number = await waiting(service)
  t.match(await entryOf(service, number), { status: 'pending', position: 1, waiting_on: ['build'] })
  await hear(git.unlabel(number, AUTO_MERGE))
  await settle()
  t.match(await entryOf(service, number), { status: 'removed', position: 0 })
  git.finishChecks()
  await settle()
  assertSound(t, service, [])
})

t.test('the label before the approval admits a pull request once it is approved', async (t) => {
  const service = await startQueue(t)
  const { git, hear, settle } = service
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' }, author: 'octocat' })
  await hear(events)
  await hear(git.label(number, AUTO_MERGE))
  await settle()
  t.equal(await entryOf(service, number), undefined)
  await hear(git.approve(number, 'reviewer'))
  await settle()
  assertSound(t, service, [number])
})

t.test('a pull request that is queued leaves with what makes it unfit', async (t) => {
  for (const [reason, act] of Object.entries({
    closed: ({ git }: QueueService, number: number) => git.close(number),
    draft: ({ git }: QueueService, number: number) => git.convertToDraft(number),
    changes_requested: ({ git }: QueueService, number: number) => git.requestChanges(number, 'maintainer'),
    approval_lost: ({ git }: QueueService, number: number) => git.dismiss(number, 'reviewer')
  })) {
    const service = await startQueue(t, { finishes: 'when told' })
    const number = await waiting(service)
    await service.hear(act(service, number))
    await service.settle()
    t.match(await entryOf(service, number), { status: 'removed' }, reason)
    const events = await service.events()
    t.match(events.find(({ event_type }) => event_type === 'pr_dequeued')?.metadata, { reason })
  }
})

t.test('what others merge past the queue leaves it, and is no merge of the queue', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const number = await waiting(service)
  await service.hear(service.git.mergePull(number))
  await service.settle()
  t.match(await entryOf(service, number), { status: 'merged' })
  const events = await service.events()
  t.notOk(events.find(({ event_type }) => event_type === 'pr_merged'))
  t.match(events.find(({ event_type }) => event_type === 'pr_dequeued')?.metadata, {
    reason: 'merged_by_others'
  })
  const { data } = await service.client.GET('/api/phase2/telemetry/summary')
  t.match(data, { merges: { total: 0 }, queue: { tested_share: null, p50_wait_s: null } })
})

t.test('a push begins anew with the checks of the new head', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const { git, hear, settle } = service
  const number = await waiting(service)
  await hear(git.pushToPull(number, { 'x.txt': 'other\n' }))
  await settle()
  const head = git.pull(number)?.pull.headSha ?? ''
  t.match(await entryOf(service, number), { status: 'pending', head_sha: head, checks_passed: [] })
  for (let round = 0; round < 3; round += 1) {
    await hear(git.finishChecks())
    await settle()
  }
  assertSound(t, service, [number])
  t.same(git.untested(), [])
})

t.test('an approval outlasts an update with the base, and not another change', async (t) => {
  const service = await startQueue(t)
  const { git, world, repository, hear, settle, pull } = service
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
    required_status_checks: { strict: false, contexts: ['build'] }
  })
  const [updated, changed] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  await hear(git.pushOutside({ 'outside.txt': 'outside\n' }))
  await hear(git.updateBranch(updated))
  await hear(git.pushToPull(changed, { 'y.txt': 'other\n' }))
  await hear(git.label(updated, AUTO_MERGE))
  await hear(git.label(changed, AUTO_MERGE))
  await settle()
  assertSound(t, service, [updated])
  t.match(git.comments(changed), [/not admitted/])
})

t.test('people take a pull request out by name, and say why', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const number = await waiting(service)
  t.match((await service.remove(number, 'It waits for the release.')).data, { removed: true })
  t.match((await service.remove(number)).data, { removed: false })
  await service.settle()
  t.match(await entryOf(service, number), { status: 'removed', merge_error: 'It waits for the release.' })
  t.match(service.git.comments(number).at(-1), /no longer queued[\s\S]*It waits for the release\./)
})

t.test('nothing lands in a freeze but what passes it; afterwards the rest does', async (t) => {
  const service = await startQueue(t)
  const { pull, admit, settle, configure, world, queue } = service
  const now = world.now().getTime()
  const freeze = {
    from: new Date(now - 60_000).toISOString(),
    to: new Date(now + 3_600_000).toISOString(),
    reason: 'Release'
  }
  await configure({ freezes: [freeze] })
  const [slow, hotfix] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  await admit(slow)
  await settle()
  t.match((await queue()).lanes, [{ frozen: 'Release', depth: 1 }])
  t.match(await entryOf(service, slow), { status: 'merging', waiting_on: ['freeze'] })
  await admit(hotfix, { priority: 10 })
  await settle()
  assertLanded(service, [hotfix])
  await configure({ freezes: [] })
  await settle()
  assertSound(t, service, [hotfix, slow])

  function assertLanded({ git }: QueueService, numbers: readonly number[]) {
    t.same(
      git.landingsOfService().map(({ pull: landed }) => landed),
      numbers
    )
  }
})

t.test('a queue merges into no branch that cannot be', async (t) => {
  const { client, queue } = await startQueue(t)
  const { error, response } = await client.POST('/api/phase2/queue/{owner}/{repo}/config', {
    params: { path: QUEUE_PATH },
    body: { base_branch: '../x y' }
  })
  t.equal(response.status, 400)
  t.equal(error?.message, '/base_branch: must be the name of a branch')
  t.equal((await queue()).config?.base_branch, null)
})

t.test('a freeze that could never hold is refused, and changes nothing', async (t) => {
  const { client, configure, queue } = await startQueue(t)
  const { freezes } = await configure({ freezes: [] })
  const [early, late] = ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z']
  const cases = [
    { from: late, to: early, at: '/freezes/0/to' },
    { from: early, to: early, at: '/freezes/0/to' },
    { from: '2026-12-05T23:59:60Z', to: late, at: '/freezes/0/from' },
    { from: early, to: '2026-12-02T00:00:00+23', at: '/freezes/0/to' }
  ]
  for (const { from, to, at } of cases) {
    const { error, response } = await client.POST('/api/phase2/queue/{owner}/{repo}/config', {
      params: { path: QUEUE_PATH },
      body: { freezes: [{ from, to, reason: 'Release' }] }
    })
    t.equal(response.status, 400)
    t.match(error?.details, [{ path: at }])
  }
  t.same((await queue()).config?.freezes, freezes)
})

t.test('a repository in dry-run mode lands nothing and writes nothing', async (t) => {
  const service = await startQueue(t)
  const { client, pull, admit, settle, git, decisions } = service
  await client.PATCH('/api/config/{owner}/{repo}', {
    params: { path: QUEUE_PATH },
    body: { settings: { dry_run: true } }
  })
  const number = await pull({ 'x.txt': 'x\n' })
  t.match(await admit(number), { admitted: false, reason: 'dry_run', entry: null })
  await settle()
  t.same(git.landingsOfService(), [])
  t.same(git.comments(number), [])
  t.match(await decisions(), [{ decision: 'dry_run' }])
})
