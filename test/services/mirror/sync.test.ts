import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { fault, refusal } from '#demo/world/faults.js'
import { payloadOf } from '#demo/world/world.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { applyEvent } from '#services/deliveries/handle.js'
import { recordRepository } from '#services/mirror/identities.js'
import { syncRepository } from '#services/mirror/sync/repository.js'
import { requestRepositorySyncs } from '#services/mirror/sync/request.js'
import { leaseOf } from '#services/mirror/sync/turn.js'
import { acquireTurn } from '#store/mirror/syncs.js'
import { recountSumsOf, storedSums, wronglyShown } from '#test/fixtures/recount.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

const ISSUES = 'GET /repos/{owner}/{repo}/issues'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'

t.test('a first sync mirrors everything that an installation shows', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  world.addMember('octo-org', 'hubot', 'admin')
  const { repository } = world.createRepository('octo-org/hello', { installation, language: 'C' })
  const { repository: other } = world.createRepository('octo-org/other', { installation })
  world.fill(repository, { issues: 250, pulls: 130, runs: 120 })
  world.closeIssue(repository, 7)
  t.same(await synced.sync(), [])
  const [hello, second] = await synced.repositories()
  t.match(hello, {
    hostId: repository.id,
    fullName: 'octo-org/hello',
    language: 'C',
    openIssues: 249,
    openPrs: 130
  })
  t.match(second, { hostId: other.id, deletedAt: null })
  t.type(hello?.lastSyncedAt, Date)
  t.equal((await synced.issuesOf(repository.id)).length, 250)
  t.equal((await synced.pullsOf(repository.id)).length, 130)
  t.equal((await synced.runsOf(repository.id)).length, 120)
  t.match(await synced.stateOf(repository.id), { status: 'idle', lastError: null, phase: null })
  t.same(await storedSums(synced.deps, repository.id), await recountSumsOf(synced.deps, [repository.id]))
})

t.test('a second sync needs at most one page of issues and a third of the requests', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 1_500, pulls: 300, runs: 300 })
  await synced.sync()
  const first = world.count()
  world.forgetCounts()
  world.advance(HOUR_MS)
  for (let number = 1; number <= 15; number += 1) world.closeIssue(repository, number)
  await synced.sync()
  t.ok(world.count(ISSUES) <= 1, `${world.count(ISSUES)} pages of issues`)
  t.ok(world.count() < first / 3, `${world.count()} after ${first}`)
  t.equal((await synced.issuesOf(repository.id)).filter(({ state }) => state === 'closed').length, 15)
})

t.test(
  'changes without events are found within a day, and missing items are looked up one by one',
  async (t) => {
    const synced = await startSyncService(t)
    const { world } = synced
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    const { repository: other } = world.createRepository('octo-org/other', { installation })
    world.fill(repository, { issues: 230, runs: 5 })
    await synced.sync()
    world.deleteIssue(repository, 3)
    world.transferIssue(repository, 120, other)
    world.convertIssue(repository, 230)
    world.advance(HOUR_MS)
    await synced.sync()
    world.advance(DAY_MS)
    t.same(await synced.sync(), [])
    const rows = await synced.issuesOf(repository.id)
    t.same(
      rows.filter(({ live }) => !live).map(({ number }) => number),
      [3, 120, 230]
    )
    t.equal((await synced.issuesOf(other.id)).filter(({ live }) => live).length, 1)
    t.equal(await wronglyShown(synced.deps), 0)
    t.same(await storedSums(synced.deps, repository.id), await recountSumsOf(synced.deps, [repository.id]))
  }
)

t.test('an interrupted sync continues where it stopped and loses nothing', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 600 })
  world.between(ISSUES, () => world.failNext(ISSUES, 20, fault.broken(500)))
  const failures = await synced.sync()
  t.equal(failures.length, 1)
  t.match(await synced.stateOf(repository.id), { status: 'failed', lastError: /host/ })
  const before = (await synced.issuesOf(repository.id)).length
  t.ok(before >= 100 && before < 600, `${before} before it broke`)
  world.mend()
  world.forgetCounts()
  t.same(await synced.sync(), [])
  t.equal((await synced.issuesOf(repository.id)).length, 600)
  t.ok(world.count(ISSUES) <= 6, `${world.count(ISSUES)} further pages`)
  t.match(await synced.stateOf(repository.id), { status: 'idle', lastError: null })
})

t.test('a sync that must wait says for what and until when, and continues then', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 300 })
  world.between(ISSUES, () => world.allow(installation.id, 10))
  t.same(await synced.sync(), [])
  t.match(await synced.stateOf(repository.id), {
    status: 'queued',
    lastError: /rate limit/,
    nextAttemptAt: Date
  })
  world.advance(2 * HOUR_MS)
  t.same(await synced.work(), [])
  t.equal((await synced.issuesOf(repository.id)).length, 300)
  t.match(await synced.stateOf(repository.id), { status: 'idle', lastError: null })
})

t.test(
  'a repository ends after two complete listings without it, and never because of an error',
  async (t) => {
    const synced = await startSyncService(t)
    const { world } = synced
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    const { repository: other } = world.createRepository('octo-org/other', { installation })
    world.fill(other, { issues: 3 })
    await synced.sync()
    world.deleteRepository(other)
    const left = async () =>
      (await synced.repositories()).filter((row) => row.deletedAt === null).map((row) => row.hostId)
    world.advance(DAY_MS)
    await synced.sync()
    t.same(await left(), [repository.id, other.id])
    t.match(await synced.stateOf(other.id), { status: 'failed', lastError: /no longer lists/ })
    t.equal((await synced.issuesOf(other.id)).filter(({ live }) => live).length, 3)
    world.advance(HOUR_MS)
    world.failNext('*', 50, fault.broken())
    await synced.sync()
    t.same(await left(), [repository.id, other.id])
    world.mend()
    world.advance(HOUR_MS)
    await synced.sync()
    t.same(await left(), [repository.id])
    t.equal(await wronglyShown(synced.deps), 0)
  }
)

t.test('rows moved by a merge are kept, although full comparisons do not list them', async (t) => {
  const synced = await startSyncService(t)
  const { world, client } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository: orphan } = world.createRepository('octo-org/old', { installation })
  world.fill(orphan, { issues: 3, pulls: 2, runs: 2 })
  const { repository } = world.createRepository('octo-org/hello', { installation })
  await synced.sync()
  world.deleteRepository(orphan)
  const body = { orphan: 'octo-org/old', live: 'octo-org/hello', confirm_low_confidence: true }
  const { data } = await client.POST('/api/transfers/reconcile/merge', { body })
  t.match(data, { status: 'merged', reparented: { issues: 3, pull_requests: 2, ci_runs: 2 } })
  for (let day = 0; day < 2; day += 1) {
    world.advance(DAY_MS)
    t.same(await synced.sync(), [])
  }
  for (const rows of [
    await synced.issuesOf(repository.id),
    await synced.pullsOf(repository.id),
    await synced.runsOf(repository.id)
  ]) {
    t.ok(rows.length > 1)
    t.ok(rows.every(({ live }) => live))
  }
  t.same(await storedSums(synced.deps, repository.id), await recountSumsOf(synced.deps, [repository.id]))
})

t.test('a suspended installation is reported, and the others are synced', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { installation: second } = world.createInstallation('other-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  const { repository: other } = world.createRepository('other-org/hello', { installation: second })
  await synced.sync()
  world.suspendInstallation(installation)
  world.advance(DAY_MS)
  world.fill(other, { issues: 2 })
  await synced.sync()
  t.match(await synced.stateOf(repository.id), { status: 'failed', lastError: /suspended/ })
  t.match(await synced.stateOf(other.id), { status: 'idle' })
  t.equal((await synced.issuesOf(other.id)).length, 2)
  world.unsuspendInstallation(installation)
  world.advance(HOUR_MS)
  await synced.sync()
  t.match(await synced.stateOf(repository.id), { status: 'idle', lastError: null })
})

t.test('a renamed repository is found by its id', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 250 })
  world.between(ISSUES, () => void world.renameRepository(repository, 'renamed'))
  await synced.sync()
  world.advance(DAY_MS)
  t.same(await synced.sync(), [])
  t.match(await synced.repositories(), [{ fullName: 'octo-org/renamed' }])
  t.equal((await synced.issuesOf(repository.id)).length, 250)
})

t.test('a part that the host refuses does not keep the other parts from being synced', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 2, pulls: 2, runs: 2 })
  world.failNext(PULLS, 3, () => refusal(403, 'Resource not accessible by integration'))
  await synced.sync()
  t.match(await synced.stateOf(repository.id), {
    status: 'failed',
    lastError: /pull_requests: .*not accessible/
  })
  t.equal((await synced.issuesOf(repository.id)).length, 2)
  t.equal((await synced.runsOf(repository.id)).length, 2)
})

t.test(
  'a crashed job continues under its own id, and another waits until the lease has expired',
  async (t) => {
    const synced = await startSyncService(t)
    const { world, deps } = synced
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    await synced.sync()
    const died = leaseOf(deps, { repoId: repository.id, jobId: 'died' })
    await deps.transaction((tx) => acquireTurn(tx, died))
    const handle = (jobId: string) => syncRepository(deps, { repo_id: repository.id }, jobId)
    await handle('another')
    t.match(await synced.stateOf(repository.id), { status: 'running', jobId: 'died' })
    await handle('died')
    t.match(await synced.stateOf(repository.id), { status: 'idle', jobId: 'died' })
    await deps.transaction((tx) => acquireTurn(tx, died))
    world.advance(600_000)
    await handle('another')
    t.match(await synced.stateOf(repository.id), { status: 'idle', jobId: 'another' })
  }
)

t.test('a repository that was away while its sync waited is synced when it is back', async (t) => {
  const synced = await startSyncService(t)
  const { world, deps } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  await synced.sync()
  await deps.transaction((tx) => requestRepositorySyncs(deps, tx, [repository.id]))
  const facts = { owner: 'octo-org', name: 'hello', private: null, defaultBranch: null }
  const unknown = { archived: null, language: null, stars: null }
  const news = {
    repository: { hostId: repository.id, ...facts, ...unknown },
    installationId: installation.id
  }
  await deps.transaction((tx) => recordRepository(deps, tx, { ...news, change: 'removed', at: world.now() }))
  await synced.work()
  world.fill(repository, { issues: 2 })
  world.advance(HOUR_MS)
  t.same(await synced.sync(), [])
  t.match(await synced.stateOf(repository.id), { status: 'idle', lastError: null })
  t.equal((await synced.issuesOf(repository.id)).length, 2)
})

t.test('a full comparison looks up no items if none is missing', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 350, pulls: 250, runs: 250 })
  await synced.sync()
  world.advance(DAY_MS)
  world.forgetCounts()
  await synced.sync()
  const byName = Object.keys(world.counts()).filter((route) =>
    /\{(issue_number|pull_number|run_id)\}/.test(route)
  )
  t.same(byName, [])
})

t.test(
  'many missing items are resolved in batches, and the other parts are not kept waiting for ever',
  async (t) => {
    const synced = await startSyncService(t)
    const { world } = synced
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    world.fill(repository, { issues: 2_300 })
    await synced.sync()
    for (let number = 1; number <= 2_200; number += 1) world.deleteIssue(repository, number)
    world.fill(repository, { runs: 3 })
    for (let day = 0; day < 3; day += 1) {
      world.advance(DAY_MS)
      t.same(await synced.sync(), [])
    }
    t.equal((await synced.issuesOf(repository.id)).filter(({ live }) => live).length, 100)
    t.equal((await synced.runsOf(repository.id)).length, 3)
  }
)

t.test('given a crashed job with an expired lease, another continues without a request', async (t) => {
  const synced = await startSyncService(t)
  const { world, deps } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  await synced.sync()
  await deps.transaction((tx) => acquireTurn(tx, leaseOf(deps, { repoId: repository.id, jobId: 'died' })))
  const watch = () => jobs['sync.watch'].handle(deps, {}, '')
  await watch()
  t.same(await synced.waiting(), [])
  world.advance(600_000)
  world.fill(repository, { issues: 1 })
  await watch()
  t.same(await synced.work(), [])
  t.match(await synced.stateOf(repository.id), { status: 'idle' })
  t.equal((await synced.issuesOf(repository.id)).length, 1)
})

t.test('a repository that the service learns about is synced at once', async (t) => {
  const synced = await startSyncService(t)
  const { world, deps } = synced
  const { installation } = world.createInstallation('octo-org')
  await synced.sync()
  const { repository, events } = world.createRepository('octo-org/new', { installation })
  world.fill(repository, { issues: 2 })
  for (const delivery of events.filter(({ event }) => event === 'repository')) {
    const event = deps.host.eventOf(delivery.event, payloadOf(delivery))
    if (event)
      await deps.transaction((tx) =>
        applyEvent(
          { deps, tx, at: world.now(), isOvertaken: false, delivery: { row: 0, event: delivery.event } },
          event
        )
      )
  }
  t.same(await synced.work(), [])
  t.equal((await synced.issuesOf(repository.id)).length, 2)
})

t.test('installations that cannot be listed yet are listed at the announced time', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  world.failNext('GET /app/installations', 1, fault.unknown())
  t.same(await synced.sync(), [])
  t.same(await synced.repositories(), [])
  world.advance(600_000)
  t.same(await synced.work(), [])
  t.equal((await synced.repositories()).length, 1)
})
