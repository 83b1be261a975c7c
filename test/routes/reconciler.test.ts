import { sql } from 'drizzle-orm'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { mergeOrphan } from '#services/transfers/merge.js'
import { rowsOf } from '#store/sql/database.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'
import { seedRepository } from '#test/fixtures/seed.js'

const BASE = '/api/phase3/reconciler'
const WIKI = { baseline: { settings: { has_wiki: false } } }
const NAMES = ['octo-org/hello', 'octo-org/alpha', 'octo-org/beta', 'octo-org/gamma']

const service = await startReconciler(t, NAMES)
const { ask, runs, reconcile, configure, states, stateOf, skip, client, world, work, workReconciler } =
  service

const governance = async () =>
  (await client.GET('/api/maintainer/audit', { params: { query: { action: 'reconciler' } } })).data?.data ??
  []

t.test('all live repositories are listed: never reconciled, drifted, in sync, by name', async (t) => {
  t.match(
    (await states()).data.map(({ repo_name, in_sync }) => [repo_name, in_sync]),
    [
      ['alpha', null],
      ['beta', null],
      ['gamma', null],
      ['hello', null]
    ]
  )
  await configure(WIKI, 'beta')
  t.match(await stateOf('beta'), {
    id: null,
    in_sync: null,
    observed_state: null,
    diff: [],
    desired_state: { settings: { has_wiki: false }, labels: {}, protection: [] }
  })
  await reconcile({ repo: 'octo-org/hello' })
  await reconcile({ repo: 'octo-org/beta', dry_run: true })
  const order = ['alpha', 'gamma', 'beta', 'hello']
  t.same(
    (await states()).data.map(({ repo_name }) => repo_name),
    order
  )
  const seen: (string | undefined)[] = []
  for (let cursor: string | undefined, page = 1; page <= 4; page += 1) {
    const { data, meta } = await states({ per_page: 1, ...(cursor === undefined ? {} : { cursor }) })
    t.equal(meta.total, 4)
    seen.push(data[0]?.repo_name)
    cursor = meta.cursor ?? undefined
  }
  t.same(seen, order)
  const one = async (query: Parameters<typeof states>[0]) =>
    (await states(query)).data.map(({ repo_name }) => repo_name)
  t.same(await one({ in_sync: true }), ['hello'])
  t.same(await one({ in_sync: false }), ['beta'])
  t.same(await one({ repo: 'OCTO-org/Gamma' }), ['gamma'])
  t.match((await client.GET(`${BASE}/repos`, { params: { query: { repo: 'octo-org/no' } } })).error, {
    status: 404
  })
})

t.test('a repository is excluded before its first run, with one entry and evidence', async (t) => {
  const before = (await governance()).length
  t.match((await skip(true, 'gamma')).data, {
    id: Number,
    in_sync: null,
    reconcile_skip: true,
    repo_full_name: 'octo-org/gamma'
  })
  t.match((await states({ repo: 'octo-org/gamma' })).data, [{ in_sync: null, reconcile_skip: true }])
  const evidence = await service.deps.db.select().from(auditEntries)
  t.match(
    evidence.filter(({ category }) => category === 'policy_bypass'),
    [{ eventType: 'reconcile_skipped', repoFullName: 'octo-org/gamma' }]
  )
  t.match((await skip(false, 'gamma')).data, { reconcile_skip: false })
  const path = { path: { owner: 'octo-org', repo: 'gamma' } }
  for (const body of [null, {}, { reconcile_skip: 'yes' }, { reconcile_skip: true, more: 1 }]) {
    // Cast: what the type forbids is what is sent.
    const sent = await client.PUT(`${BASE}/repos/{owner}/{repo}`, { params: path, body: body as never })
    t.match(sent.error, { status: 400, message: String })
  }
  t.match((await skip(true, 'nowhere')).error, { status: 404 })
  t.match((await governance()).length - before, 7, 'one for each request')
  t.match(await governance(), [
    { action: 'reconciler.repo.update', target_type: 'reconciler', success: false }
  ])
})

t.test('what cannot be run is refused with the field and its bound', async (t) => {
  // Cast: what the type forbids is what is sent.
  const refused = async (body: object) => (await client.POST(`${BASE}/run`, { body: body as never })).error
  t.match(await refused({ repo: 'hello' }), { status: 400, message: /repo.*owner\/name/ })
  t.match(await refused({ repo: 'octo-org/nowhere' }), { status: 404 })
  t.match(await refused({ repo: 'octo-org/hello', installation_id: 1 }), { status: 400, message: /repo/ })
  t.match(await refused({ installation_id: 999 }), { status: 404, code: 'installation_not_found' })
  t.match(await refused({ dryrun: true }), { status: 400, message: /dryrun/ })
  t.equal((await runs()).length, 2, 'nothing was begun')
})

t.test('a fleet run in progress is returned, and counts each repository once', async (t) => {
  const { run_id, job_id, deduplicated, scope } = await ask()
  t.same([deduplicated, scope], [false, 'fleet'])
  t.match(await ask(), { run_id, job_id, deduplicated: true })
  t.match(await ask({ dry_run: true }), { deduplicated: false })
  t.same(await work(['reconciler']), [])
  const [running] = (await runs()).filter(({ id }) => id === run_id)
  t.match(running, { status: 'running', completed_at: null, duration_ms: null, repos_checked: 4 })
  const again = {
    repo_id: service.repository.id,
    run_id,
    trigger_event: 'api',
    dry_run: false,
    is_single: false
  }
  const { deps } = service
  await deps.transaction((tx) => deps.queue.enqueue(tx, 'reconciler.repository', [{ payload: again }]))
  t.same(await workReconciler(), [])
  t.match(
    (await runs()).find(({ id }) => id === run_id),
    {
      status: 'completed',
      repos_checked: 4,
      repos_synced: 3,
      repos_drifted: 1,
      repos_corrected: 1,
      repos_failed: 0
    }
  )
  t.match(await stateOf('beta'), { in_sync: true })
  t.not((await ask()).run_id, run_id)
  t.same(await workReconciler(), [])
})

t.test('the clock takes what is due, and a run that stands still ends as failed', async (t) => {
  const count = (await runs()).length
  await service.tick()
  t.equal((await runs()).length, count, 'nothing is due')
  world.advance(25 * HOUR_MS)
  await service.tick()
  const [first] = await runs()
  t.match(first, { triggered_by: 'scheduler', scope: 'fleet', status: 'completed', repos_checked: 4 })
  const { run_id } = await ask({ repo: 'octo-org/hello' })
  await rowsOf(service.deps.db, sql`delete from pgboss.job where name = 'reconciler.repository'`)
  world.advance(HOUR_MS)
  await service.tick()
  t.match((await runs())[0], { id: run_id, status: 'running' })
  world.advance(HOUR_MS + 2_000)
  await service.tick()
  t.match((await runs())[0], { id: run_id, status: 'failed', error: /two hours/, scope: 'octo-org/hello' })
  t.match(await ask({ repo: 'octo-org/hello' }), { deduplicated: false })
  t.same(await workReconciler(), [])
  const { data } = await client.GET(`${BASE}/runs`, {
    params: { query: { status: 'failed', triggered_by: 'manual' } }
  })
  t.match(data, { data: [{ id: run_id }], meta: { total: 1 } })
})

t.test('a merge of two repositories carries what people excluded, and how it stands', async (t) => {
  const { deps } = service
  await skip(true, 'alpha')
  const { run_id } = await ask({ repo: 'octo-org/alpha' })
  const alpha = (await states({ repo: 'octo-org/alpha' })).data[0]?.repo_id ?? 0
  await seedRepository(deps, {
    hostId: 9_999_999,
    fullName: 'octo-org/omega',
    installationId: service.installation.id
  })
  await deps.transaction(async (tx) => {
    const place = { installationId: service.installation.id, isUninstalled: false }
    await mergeOrphan(deps, tx, {
      orphan: { repoId: alpha, fullName: 'octo-org/alpha', ...place },
      successor: { repoId: 9_999_999, fullName: 'octo-org/omega', ...place },
      at: deps.now()
    })
  })
  t.match(await stateOf('omega'), { reconcile_skip: true, in_sync: true })
  t.match(
    (await runs()).find(({ id }) => id === run_id),
    { status: 'completed', repos_checked: 1, repos_failed: 1 },
    'a run does not wait for what is gone'
  )
  t.same(await workReconciler(), [])
  t.match((await states({ in_sync: true })).data.map(({ repo_name }) => repo_name).includes('omega'), true)
  t.match((await client.GET(`${BASE}/repos`, { params: { query: { repo: 'octo-org/alpha' } } })).error, {
    status: 404
  })
})
