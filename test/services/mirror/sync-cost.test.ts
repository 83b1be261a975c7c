import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { issueIn } from '#demo/world/state.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { HALF_HOUR_MS, startSwept } from '#test/fixtures/swept.js'

const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'

t.test('a missing file is requested again after a day, and at once by a manual sync', async (t) => {
  const { world, sweep, readFiles, client } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  await sweep()
  const asked = async (work: () => Promise<unknown>) => {
    world.forgetCounts()
    await work()
    return world.count(CONTENTS) > 0
  }
  world.advance(HALF_HOUR_MS)
  t.notOk(await asked(sweep))
  const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
  t.ok(
    await asked(async () => {
      await client.POST('/api/repos/{owner}/{repo}/sync', params)
      await readFiles()
    })
  )
  world.advance(DAY_MS)
  t.ok(await asked(sweep))
})

t.test('an unreadable file is requested in every sweep until it can be read', async (t) => {
  const { world, sweep } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  world.failNext(CONTENTS, 20, fault.broken(500))
  await sweep()
  world.mend()
  world.forgetCounts()
  world.advance(HALF_HOUR_MS)
  await sweep()
  t.ok(world.count(CONTENTS) > 0)
})

t.test('a missing file is not counted as an error of the host', async (t) => {
  const { world, sweep, client, deps } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  await sweep()
  await deps.host.client.flush()
  t.match((await client.GET('/api/host/stats')).data, { data: { errors_24h: 0 } })
})

t.test('a pull request change without an event appears in the next sweep', async (t) => {
  const { world, sweep, pullsOf } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 3, pulls: 3 })
  await sweep()
  for (const minutes of [1, 30, 120]) {
    world.advance(minutes * MINUTE_MS)
    const open = (await pullsOf(repository.id)).find(({ state }) => state === 'open')
    if (!open) throw new Error('there is an open one')
    world.closePull(repository, open.number)
    await sweep()
    t.match(
      (await pullsOf(repository.id)).find(({ number }) => number === open.number),
      { state: 'closed' }
    )
  }
})

t.test(
  'runs of a push without an event appear in the next sweep, and other runs within two hours',
  async (t) => {
    const { world, sweep, sweeps, runsOf } = await startSwept(t)
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    world.fill(repository, { issues: 2, runs: 2 })
    await sweep()
    world.advance(HALF_HOUR_MS)
    world.fill(repository, { runs: 1 })
    repository.updatedAt = world.now()
    await sweep()
    t.equal((await runsOf(repository.id)).length, 3)
    world.fill(repository, { runs: 1 })
    await sweeps(4)
    t.equal((await runsOf(repository.id)).length, 4)
  }
)

t.test('a full sync compares everything now, and only once', async (t) => {
  const { world, sweep, work, client, issuesOf, stateOf } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 150 })
  issueIn(repository, 3).state = 'closed'
  await sweep()
  const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
  const told = async () => (await client.GET('/api/repos/{owner}/{repo}', params)).data?.sync
  const since = (await told())?.equal_since
  world.deleteIssue(repository, 3)
  world.advance(HALF_HOUR_MS)
  await sweep()
  const live = async () => (await issuesOf(repository.id)).filter((issue) => issue.live).length
  t.equal(await live(), 150, 'neither lists nor counts tell of it')
  t.equal((await told())?.equal_since, since, 'and nobody says that they were compared')
  const { data } = await client.POST('/api/repos/{owner}/{repo}/sync', { ...params, body: { full: true } })
  t.match(data, { queued: true, message: /end to end/ })
  t.match(await told(), { complete: true, equal_since: since }, 'what was compared before stays true')
  await work()
  t.match(await stateOf(repository.id), { status: 'idle', lastError: null })
  t.equal(await live(), 149)
  t.not((await told())?.equal_since, since)
  const after = (await told())?.equal_since
  world.advance(HALF_HOUR_MS)
  await sweep()
  t.equal((await told())?.equal_since, after, 'the next one is like any other')
})

t.test('a full sync that is asked for while another sync runs compares everything after it', async (t) => {
  const { world, sweep, deps, client, issuesOf } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 150 })
  issueIn(repository, 3).state = 'closed'
  await sweep()
  world.deleteIssue(repository, 3)
  world.advance(HALF_HOUR_MS)
  world.closeIssue(repository, 149)
  const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
  const { host } = deps
  const { listItems } = host
  let isAsked = false
  host.listItems = async function* (part, listing) {
    for await (const page of listItems(part, listing)) {
      if (part === 'issues' && !isAsked) {
        isAsked = true
        world.advance(1_000)
        await client.POST('/api/repos/{owner}/{repo}/sync', { ...params, body: { full: true } })
      }
      yield page
    }
  }
  await sweep()
  t.ok(isAsked)
  t.equal((await issuesOf(repository.id)).filter((issue) => issue.live).length, 149)
})
