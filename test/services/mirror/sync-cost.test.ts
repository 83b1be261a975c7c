import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import type { JobPayload } from '#deps.js'
import { rowsOf } from '#store/sql/database.js'
import { startSynced } from '#test/fixtures/synced.js'
import { fault } from '#test/world/faults.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HALF_HOUR_MS = HOUR_MS / 2
const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'

/** A service at its host; a sweep asks for configuration files as well. */
async function startSwept(t: Test) {
  const synced = await startSynced(t)
  const { deps } = synced
  async function readFiles(): Promise<void> {
    const waiting = await rowsOf<{ data: JobPayload<'config.refresh'> }>(
      deps.db,
      sql`delete from pgboss.job where name = 'config.refresh' and state < 'active' returning data`
    )
    for (const { data } of waiting) await jobs['config.refresh'].handle(deps, data, '')
  }
  return {
    ...synced,
    readFiles,
    async sweep(): Promise<void> {
      t.same(await synced.sync(), [])
      await readFiles()
    }
  }
}

t.test(
  'a sweep over many small repositories asks little of those in which nothing has changed',
  async (t) => {
    const { world, sweep, issuesOf } = await startSwept(t)
    const { installation } = world.createInstallation('octo-org')
    const repositories = Array.from({ length: 40 }, (_, nth) => {
      const { repository } = world.createRepository(`octo-org/small-${nth}`, { installation })
      world.fill(repository, { issues: 6, pulls: 2, runs: 4 })
      return repository
    })
    await sweep()
    const first = world.count()
    world.advance(HALF_HOUR_MS)
    world.forgetCounts()
    const [changed] = repositories
    if (!changed) throw new Error('there are forty')
    world.closeIssue(changed, 1)
    await sweep()
    t.comment(`${world.count()} requests after ${first}`, world.counts())
    t.equal(world.count(CONTENTS), 0, 'a file that is not there is not asked for again')
    t.equal(world.count(PULLS), 1, 'pull requests are listed only where the list of issues tells of a change')
    t.ok(world.count() <= repositories.length + 12, `${world.count()} requests for ${repositories.length}`)
    t.match((await issuesOf(changed.id))[0], { number: 1, state: 'closed' })
  }
)

t.test(
  'a file that is not there is asked for again after a day, and at once by whoever syncs now',
  async (t) => {
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
  }
)

t.test('a file that could not be read is asked for with every sweep until it can', async (t) => {
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

t.test('a file that is not there is no error of the host', async (t) => {
  const { world, sweep, client, deps } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  await sweep()
  await deps.host.client.flush()
  t.match((await client.GET('/api/host/stats')).data, { data: { errors_24h: 0 } })
})

t.test('a pull request that changed unheard of shows with the next sweep', async (t) => {
  const { world, sweep, pullsOf } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 3, pulls: 3 })
  await sweep()
  for (const minutes of [1, 30, 120]) {
    world.advance(minutes * 60_000)
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

t.test('runs of a push show with the next sweep, and runs of no push within two hours', async (t) => {
  const { world, sweep, runsOf } = await startSwept(t)
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
  for (let nth = 0; nth < 4; nth += 1) {
    world.advance(HALF_HOUR_MS)
    await sweep()
  }
  t.equal((await runsOf(repository.id)).length, 4)
})

t.test('a full sync compares everything now, and only once', async (t) => {
  const { world, sweep, work, client, issuesOf, stateOf } = await startSwept(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 5 })
  await sweep()
  const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
  const told = async () => (await client.GET('/api/repos/{owner}/{repo}', params)).data?.sync
  const since = (await told())?.equal_since
  world.deleteIssue(repository, 3)
  world.advance(HALF_HOUR_MS)
  await sweep()
  t.equal((await issuesOf(repository.id)).filter(({ live }) => live).length, 5, 'the lists do not tell of it')
  t.equal((await told())?.equal_since, since, 'and nobody says that they were compared')
  const { data } = await client.POST('/api/repos/{owner}/{repo}/sync', { ...params, body: { full: true } })
  t.match(data, { queued: true, message: /end to end/ })
  t.match(await told(), { complete: true, equal_since: since }, 'what was compared before stays true')
  await work()
  t.match(await stateOf(repository.id), { status: 'idle', lastError: null })
  t.equal((await issuesOf(repository.id)).filter(({ live }) => live).length, 4)
  t.not((await told())?.equal_since, since)
  const after = (await told())?.equal_since
  world.advance(HALF_HOUR_MS)
  await sweep()
  t.equal((await told())?.equal_since, after, 'the next one is like any other')
})
