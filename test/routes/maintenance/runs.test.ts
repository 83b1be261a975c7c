// Requests for runs of maintenance, their schedule, and the lists of what they did.
import { sql } from 'drizzle-orm'
import t from 'tap'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { scheduleRuns } from '#services/maintenance/runs.js'
import { rowsOf } from '#store/sql/database.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { startMaintenance } from '#test/fixtures/maintenance-service.js'
import { KEY } from '#test/harness/app.js'

const URL = '/api/maintainer/octo-org/hello'
const headers = { authorization: `Bearer ${KEY}` }

t.test('a scan is accepted once while it waits, and every request is on record', async (t) => {
  const service = await startMaintenance(t)
  const { inject, deps } = service
  const post = (payload: object | undefined) =>
    inject({ method: 'POST', url: `${URL}/stale-scan`, headers, ...(payload ? { payload } : {}) })
  const first = await post(undefined)
  t.equal(first.statusCode, 202)
  t.match(first.json(), { queued: true, job_id: String, deduplicated: false })
  t.match((await post({})).json(), { job_id: first.json().job_id, deduplicated: true })
  t.match((await post({ dry_run: true })).json(), { deduplicated: false }, 'a dry run is another job')
  t.equal((await post({ dry_run: 'yes' })).statusCode, 400)
  await service.settings({ enabled: false })
  const refused = await post({})
  t.equal(refused.statusCode, 409)
  t.match(refused.json(), { code: 'pillar_disabled', message: /Set enabled to true/ })
  const unknown = await inject({ method: 'POST', url: '/api/maintainer/octo-org/none/stale-scan', headers })
  t.equal(unknown.statusCode, 404)
  const entries = await deps.db.select().from(governanceEntries).orderBy(governanceEntries.id)
  t.match(
    entries.filter(({ action }) => action === 'stale_scan.trigger').map(({ success }) => success),
    [true, true, true, false, false, false]
  )
})

t.test('a cleanup is refused while branches are not cleaned up, and accepted once it is', async (t) => {
  const service = await startMaintenance(t)
  const post = () => service.inject({ method: 'POST', url: `${URL}/branch-cleanup`, headers, payload: {} })
  const refused = await post()
  t.equal(refused.statusCode, 409)
  t.match(refused.json(), { code: 'cleanup_disabled', message: /Set cleanup_branches to true/ })
  await service.settings({ cleanup_branches: true })
  const accepted = await post()
  t.equal(accepted.statusCode, 202)
  t.match(accepted.json(), { queued: true, job_id: String, deduplicated: false })
  t.match((await post()).json(), { job_id: accepted.json().job_id, deduplicated: true })
  await service.settings({ enabled: false })
  t.match((await post()).json(), { code: 'pillar_disabled' })
  const entries = await service.deps.db.select().from(governanceEntries).orderBy(governanceEntries.id)
  t.match(
    entries.filter(({ action }) => action === 'branch_cleanup.trigger').map(({ success }) => success),
    [false, true, true, false]
  )
})

t.test('the list pages and filters what was done, with totals from sums', async (t) => {
  const service = await startMaintenance(t)
  const { world, repository, days, scan, actions } = service
  world.fill(repository, { issues: 5, pulls: 4 })
  await service.sync()
  days(70)
  await scan()
  t.match((await actions()).meta, { total: 9, total_pages: 1 })
  t.match((await actions({ target_type: 'pr' })).meta, { total: 4 })
  t.match((await actions({ status: 'failed' })).meta, { total: 0 })
  const [first, second] = [await actions({ per_page: 5 }), await actions({ per_page: 5, page: 2 })]
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  t.same(
    ids,
    [...ids].sort((a, b) => b - a)
  )
  t.equal(new Set(ids).size, 9)
  t.same(await service.stats(), { applied: 9, skipped: 0, failed: 0, pending: 0, last_7_days: 9 })
  days(8)
  t.match(await service.stats(), { applied: 9, last_7_days: 0 })
  t.equal((await service.inject({ url: `${URL}/actions?status=lost`, headers })).statusCode, 400)
  t.equal((await service.inject({ url: '/api/maintainer/octo-org/none/stats', headers })).statusCode, 404)
})

t.test('every repository has its turns, new ones as well and deleted ones no more', async (t) => {
  const service = await startMaintenance(t)
  const { world, installation, deps, repoId } = service
  const added = world.createRepository('octo-org/added', { installation }).repository
  const gone = world.createRepository('octo-org/gone', { installation })
  await service.sync()
  const archived = world.createRepository('octo-org/archived', { installation }).repository
  await service.sync()
  await service.hear(world.archiveRepository(archived))
  await service.hear(world.deleteRepository(gone.repository))
  const turns: Record<string, number[]> = { 'maintenance.stale-scan': [], 'maintenance.branch-cleanup': [] }
  for (let passed = 0; passed < 24 * HOUR_MS; passed += 15 * MINUTE_MS) {
    await scheduleRuns(deps)
    const rows = await rowsOf<{ name: string; repo: number }>(
      deps.db,
      sql`delete from pgboss.job where name in ('maintenance.stale-scan', 'maintenance.branch-cleanup')
        returning name, (data->>'repo_id')::float8 as repo`
    )
    for (const { name, repo } of rows) turns[name]?.push(repo)
    world.advance(15 * MINUTE_MS)
  }
  const each = [repoId, added.id].sort((a, b) => a - b)
  const sorted = (ids: number[] = []) => ids.sort((a, b) => a - b)
  t.same(sorted(turns['maintenance.branch-cleanup']), each, 'once a day')
  t.same(
    sorted(turns['maintenance.stale-scan']),
    each.flatMap((id) => [id, id, id, id]),
    'every six hours'
  )
})
