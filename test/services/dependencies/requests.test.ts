// Who begins scans, and what stops them.
import t from 'tap'
import { recordOf, sourceOf } from '#test/fixtures/advisories.js'
import { lockOf, startDependencies } from '#test/fixtures/dependency-service.js'

const service = await startDependencies(t, { source: sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa')) })
const { client, world, git, hear, waiting, deps, work, configure, scan, shown } = service
const scans = async () => (await waiting(['dependencies'])).length

t.test('a request is answered at once with its job, and a second one uses the same', async (t) => {
  t.same(await service.importAll(), [])
  const first = await service.ask()
  t.equal(first.response.status, 202)
  t.match(first.data, {
    started: true,
    message: String,
    repo: 'octo-org/hello',
    job_id: String,
    deduplicated: false
  })
  const second = await service.ask()
  t.match(second.data, { job_id: first.data?.job_id, deduplicated: true })
  t.same(await work(['dependencies']), [])
  t.match((await shown()).last_scan, {
    job_id: first.data?.job_id,
    status: 'completed',
    trigger_event: 'api'
  })
  const nowhere = await client.POST('/api/phase3/dependencies/{owner}/{repo}/scan', {
    params: { path: { owner: 'octo-org', repo: 'nowhere' } }
  })
  t.equal(nowhere.response.status, 404)
})

t.test('a push to the default branch that changes a manifest is followed by one scan', async (t) => {
  await hear(git.pushOutside({ 'README.md': 'Hello\n' }))
  await hear(git.push('topic', { 'package-lock.json': lockOf({}) }))
  t.equal(await scans(), 0)
  await hear(git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '1.1.0' }) }))
  await hear(git.pushOutside({ 'requirements.txt': 'django==1.0\n' }))
  t.equal(await scans(), 1)
  world.advance(60_000)
  t.same(await work(['dependencies']), [])
  t.match((await shown()).last_scan, { status: 'completed', trigger_event: 'push' })
})

t.test('the clock begins a scan of each repository', async (t) => {
  await deps.transaction((tx) => deps.queue.enqueue(tx, 'dependencies.fleet', [{ payload: {} }]))
  t.same(await work(['dependencies']), [])
  t.match((await shown()).last_scan, { status: 'completed', trigger_event: 'schedule' })
})

t.test(
  'a request is refused while the configuration turns scans off, and the clock skips them',
  async (t) => {
    for (const trust of [{ dependency_scanning: false }, { enabled: false }]) {
      await configure({ pillars: { trust } })
      t.match(await service.ask(), {
        response: { status: 409 },
        error: { code: 'dependency_scanning_disabled' }
      })
      await deps.transaction((tx) => deps.queue.enqueue(tx, 'dependencies.fleet', [{ payload: {} }]))
      t.same(await work(['dependencies']), [])
      t.match((await shown()).last_scan, { status: 'skipped', error: String })
      t.match((await service.decisions())[0], { pillar: 'trust', reason: /trust/ })
      t.match((await shown()).totals, { vulnerabilities: 1 }, 'what is known stays')
    }
    await configure({})
  }
)

t.test('a waiver skips the scan, and the decision names it', async (t) => {
  const { data } = await client.POST('/api/waivers', {
    body: { repo: 'octo-org/hello', pillar: 'trust', reason: 'Moving', granted_by: 'mona' }
  })
  t.ok(data)
  t.match(await scan(), { status: 'skipped' })
  t.match((await service.decisions())[0], { decision: 'skipped', reason: /waiver/i })
})

t.test('every request leaves one entry in the governance log, refused ones too', async (t) => {
  const { data } = await client.GET('/api/maintainer/audit', {
    params: { query: { action: 'dependency.scan', per_page: 100 } }
  })
  const entries = data?.data ?? []
  t.same(
    entries.map(({ success }) => success),
    [true, false, false, false, true, true]
  )
})
