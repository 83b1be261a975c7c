import { eq } from 'drizzle-orm'
import t from 'tap'
import type { Tx } from '#deps.js'
import { complianceReports } from '#tables/audit/compliance-reports.js'
import { deliveryRetries } from '#tables/deliveries/delivery-retries.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { syncs } from '#tables/mirror/syncs.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reconciliationTasks } from '#tables/reconciler/reconciliation-tasks.js'
import { issueOpened, startTestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const NOW = new Date()
const REPOS = [42, 43, 44, 45]
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

const service = await startTestService({
  deps: {
    now: () => NOW,
    advisorySource: { name: 'made up', parts: ['npm', 'pip'], read: async () => undefined }
  }
})
t.teardown(() => service.close())
const { client, deps } = service
service.test.leaveWrongSums('work is written here without what it has done')

const write = (work: (tx: Tx) => Promise<unknown>) => deps.transaction(work)
/** What runs or waits, without its times. */
async function progress(kind?: string) {
  const { data } = await client.GET('/api/progress')
  return (data?.data ?? []).filter((one) => kind === undefined || one.kind === kind)
}

for (const id of REPOS) {
  const payload = issueOpened()
  const repository = Object.assign(payload.repository, { id, full_name: `octo-org/repo-${id}` })
  await service.deliver({ payload: Object.assign(payload, { repository }) })
}
await until('the repositories are known', async () => {
  const { data } = await client.GET('/api/repos')
  return data?.meta.total === REPOS.length
})
await write((tx) => tx.delete(syncs))

t.test('nothing is listed while nothing runs', async (t) => {
  t.same(await progress(), [])
})

t.test(
  'a search through older issues says how far it is, and how long it still takes at its pace',
  async (t) => {
    const row = { repoId: 42, jobId: '00000000-0000-4000-8000-000000000001', total: 10 }
    const values = { ...row, done: 4, startedAt: ago(60) }
    await write((tx) => tx.insert(duplicateBackfills).values(values))
    t.match(await progress('duplicates_backfill'), [
      {
        repo: 'octo-org/repo-42',
        state: 'running',
        unit: 'issues',
        done: 4,
        total: 10,
        left: 6,
        seconds_left: 90
      }
    ])
    await write((tx) => tx.update(duplicateBackfills).set({ done: 0 }))
    t.match(
      await progress('duplicates_backfill'),
      [{ seconds_left: null }],
      'without a pace there is no estimate'
    )
    await write((tx) => tx.update(duplicateBackfills).set({ finishedAt: NOW }))
    t.same(await progress(), [])
  }
)

t.test('syncs of several repositories are one work, and a first sync says what it has listed', async (t) => {
  await write(async (tx) => {
    await tx.insert(syncs).values([
      { repoId: 42, status: 'running', requestedAt: ago(40), startedAt: ago(30) },
      { repoId: 43, status: 'queued', requestedAt: ago(40) },
      { repoId: 44, status: 'idle', requestedAt: ago(40), startedAt: ago(30), finishedAt: ago(5) },
      { repoId: 45, status: 'idle', finishedAt: ago(500) }
    ])
    await tx.insert(syncWalks).values([
      { repoId: 42, part: 'issues', mode: 'full', seen: 300 },
      { repoId: 42, part: 'labels', mode: 'full', seen: 7 }
    ])
  })
  t.match(await progress(), [
    {
      kind: 'sync',
      repo: null,
      state: 'running',
      unit: 'repositories',
      done: 1,
      total: 3,
      left: 2,
      seconds_left: 80
    },
    {
      kind: 'first_sync',
      repo: 'octo-org/repo-42',
      unit: 'items',
      done: 307,
      total: null,
      seconds_left: null
    }
  ])
  await write((tx) => tx.update(syncs).set({ status: 'idle', finishedAt: NOW }))
  t.same(await progress(), [])
})

t.test('a retry of many deliveries is in progress until none of them is left', async (t) => {
  const rows = await deps.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries)
  const deliveryRows = rows.map(({ id }) => id)
  await write(async (tx) => {
    await tx.insert(deliveryRetries).values({ filter: {}, most: 100, deliveryRows, createdAt: ago(10) })
    await tx
      .update(webhookDeliveries)
      .set({ state: 'queued' })
      .where(eq(webhookDeliveries.id, Number(deliveryRows[0])))
  })
  t.match(await progress(), [{ kind: 'delivery_retry', unit: 'deliveries', done: 3, total: 4, left: 1 }])
  await write((tx) => tx.update(webhookDeliveries).set({ state: 'processed' }))
  t.same(await progress(), [])
})

t.test('a run of the reconciler has a total once all of its repositories are known', async (t) => {
  await write(async (tx) => {
    const counts = { reposChecked: 3, spreadTo: 43, isSpread: false, progressAt: NOW }
    const run = { triggeredBy: 'manual', status: 'running', dryRun: false, startedAt: ago(20) } as const
    const [{ id = 0 } = {}] = await tx
      .insert(reconciliationRuns)
      .values({ ...run, ...counts })
      .returning({ id: reconciliationRuns.id })
    await tx.insert(reconciliationTasks).values([
      { repoId: 42, runId: id, isCorrecting: true },
      { repoId: 43, runId: id, isCorrecting: false }
    ])
  })
  t.match(await progress(), [
    { kind: 'reconciliation', done: 2, total: null, left: null, seconds_left: null }
  ])
  await write((tx) => tx.update(reconciliationRuns).set({ isSpread: true }))
  t.match(await progress(), [{ done: 2, total: 4, left: 2, seconds_left: 20 }])
  await write((tx) => tx.update(reconciliationRuns).set({ status: 'completed' }))
})

t.test('a report waits until it is written', async (t) => {
  const period = { periodStart: ago(100), periodEnd: NOW }
  const report = {
    reportType: 'soc2',
    status: 'pending',
    generatedBy: '',
    requestedBy: ''
  } as const
  const values = { ...report, ...period, controlFilter: [], createdAt: ago(9) }
  await write((tx) => tx.insert(complianceReports).values(values))
  t.match(await progress(), [
    { kind: 'compliance_report', state: 'waiting', unit: null, done: null, total: null }
  ])
  await write((tx) => tx.update(complianceReports).set({ status: 'ready' }))
})

t.test('jobs that wait are counted, and with them what they have done since', async (t) => {
  const startAfterSeconds = 3_600
  await write(async (tx) => {
    const { enqueue } = deps.queue
    for (const repo_id of [42, 43, 44]) {
      const scan = { repo_id, trigger_event: 'schedule' }
      const job = { startAfterSeconds, singletonKey: String(repo_id) }
      await enqueue(tx, 'dependencies.scan', [{ ...job, payload: scan }])
      await enqueue(tx, 'enforcement.repository', [{ ...job, payload: { ...scan, dry_run: true } }])
    }
    await enqueue(tx, 'dependencies.import', [{ payload: {}, startAfterSeconds }])
    await enqueue(tx, 'audit.export', [{ payload: {}, startAfterSeconds }])
    const times = { startedAt: new Date(Date.now() + 60_000), finishedAt: NOW, live: true }
    const none = { manifests: 0, packages: 0, opened: 0, fixed: 0, notes: [] }
    const scan = { repoId: 45, jobId: 'done', triggerEvent: 'schedule', status: 'completed' } as const
    await tx.insert(dependencyScans).values({ ...scan, ...none, ...times })
  })
  const found = await progress()
  t.match(
    found.filter(({ kind }) => kind === 'dependency_scan'),
    [{ state: 'waiting', unit: 'repositories', done: 1, total: 4, left: 3 }]
  )
  t.match(
    found.filter(({ kind }) => kind === 'policy_evaluation'),
    [{ state: 'waiting', unit: 'repositories', done: null, total: null, left: 3, seconds_left: null }]
  )
  t.match(
    found.filter(({ kind }) => kind === 'advisory_import'),
    [{ unit: 'parts', done: 0, total: 2, left: 2 }]
  )
  t.match(
    found.filter(({ kind }) => kind === 'audit_export'),
    [{ state: 'waiting', unit: null, left: null }]
  )
})
