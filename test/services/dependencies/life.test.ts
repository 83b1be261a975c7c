// The life of a vulnerability: found, dismissed, open again, fixed; and what is counted of it.
import t from 'tap'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { recordOf, sourceOf } from '#test/fixtures/advisories.js'
import {
  alertOf,
  type DependencyService,
  lockOf,
  startDependencies
} from '#test/fixtures/dependency-service.js'

const ID = 'GHSA-aaaa-aaaa-aaaa'

async function startFound(t: Parameters<typeof startDependencies>[0]) {
  const service = await startDependencies(t, { source: sourceOf(recordOf(ID, { severity: 'MODERATE' })) })
  await service.importAll()
  await service.scan()
  const [found] = (await service.list()).data
  if (!found) throw new Error('it is found')
  return { ...service, id: found.id, detectedAt: found.detected_at }
}

async function changeSeverity(
  { source, importAll, scan }: DependencyService,
  severity: string,
  modified: string
) {
  source.records.splice(0, 1, recordOf(ID, { severity, modified }))
  t.same(await importAll(), [])
  return scan()
}

t.test('a dismissal holds through scans, is on record, and ends when its time is up', async (t) => {
  const service = await startFound(t)
  const { id, dismiss, states, scan, sweep, world, client, list } = service
  const until = new Date(world.now().getTime() + 10 * DAY_MS).toISOString()
  const { data } = await dismiss(id, { reason: 'Not reached', category: 'not_used', until })
  t.match(data, {
    dismissed: true,
    vulnerability: {
      status: 'dismissed',
      dismissed_reason: 'Not reached',
      dismissed_category: 'not_used',
      dismissed_by: 'api',
      dismissed_until: until
    }
  })
  t.match(await scan(), { opened: 0, fixed: 0 })
  t.same(await states(), [`${ID} dismissed`])
  await sweep()
  t.same(await states(), [`${ID} dismissed`], 'its time is not up')
  world.advance(11 * DAY_MS)
  await sweep()
  t.match((await list()).data, [
    {
      status: 'open',
      reopen_count: 1,
      detected_at: service.detectedAt,
      dismissed_reason: null,
      dismissed_until: null
    }
  ])
  const { data: log } = await client.GET('/api/maintainer/audit', {
    params: { query: { action: 'vulnerability.dismiss' } }
  })
  t.match(log?.data, [{ actor: 'api', target_type: 'vulnerability', target_id: String(id), success: true }])
  t.equal(log?.data.length, 1)
  const { data: audit } = await client.GET('/api/audit/entries', {
    params: { query: { category: 'vulnerability_dismissed' } }
  })
  t.match(audit?.data, [{ category: 'vulnerability_dismissed', actor: 'api' }])
})

t.test(
  'what was dismissed is open again if it becomes more severe, and not if it becomes less so',
  async (t) => {
    const service = await startFound(t)
    await service.dismiss(service.id)
    t.match(await changeSeverity(service, 'LOW', '2026-02-01T00:00:00Z'), { opened: 0 })
    t.match((await service.list()).data, [{ status: 'dismissed', severity: 'low' }])
    t.match(await changeSeverity(service, 'CRITICAL', '2026-02-02T00:00:00Z'), { opened: 1 })
    t.match((await service.list()).data, [{ status: 'open', severity: 'critical', reopen_count: 1 }])
  }
)

t.test('what is fixed cannot be dismissed, and is open again when it comes back', async (t) => {
  const { id, git, scan, list, dismiss, events } = await startFound(t)
  git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '2.0.0' }) })
  t.match(await scan(), { fixed: 1 })
  const [fixed] = (await list()).data
  t.match(fixed, { status: 'fixed', fixed_at: String })
  t.match(await dismiss(id), { response: { status: 409 }, error: { code: 'vulnerability_fixed' } })
  t.match(await dismiss(id + 1_000), { response: { status: 404 } })
  git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '1.5.0' }) })
  t.match(await scan(), { opened: 1 })
  const [again] = (await list()).data
  t.match(again, { id, status: 'open', fixed_at: null, installed_version: '1.5.0', reopen_count: 1 })
  t.ok((again?.detected_at ?? '') > (fixed?.fixed_at ?? ''), 'it counts from when it came back')
  t.same(
    (await events()).map(({ event_type: type }) => type),
    ['vulnerability_detected', 'vulnerability_fixed', 'vulnerability_detected']
  )
})

t.test(
  'an alert that is dismissed on the host is dismissed, and open again when it is open there',
  async (t) => {
    const service = await startDependencies(t)
    const { alerts, scan, list, states } = service
    alerts.alerts.push(alertOf())
    await scan()
    alerts.alerts.splice(0, 1, alertOf({ state: 'dismissed', reason: 'tolerable_risk', comment: 'We know' }))
    await scan()
    t.match((await list()).data, [
      {
        status: 'dismissed',
        dismissed_by: 'host',
        dismissed_category: 'tolerable_risk',
        dismissed_reason: 'We know'
      }
    ])
    await scan()
    t.same(await states(), [`${ID} dismissed`])
    alerts.alerts.splice(0, 1, alertOf())
    await scan()
    t.same(await states(), [`${ID} open`])
    alerts.alerts.splice(0, 1, alertOf({ state: 'fixed' }))
    t.match(await scan(), { fixed: 1 })
    t.same(await states(), [`${ID} fixed`])
    alerts.alerts.splice(0, 1, alertOf({ state: 'auto_dismissed' }))
    await scan()
    t.same(await states(), [`${ID} dismissed`])
    const { data } = await service.client.GET('/api/audit/entries', {
      params: { query: { category: 'vulnerability_dismissed' } }
    })
    t.match(data?.data, [{ actor: 'host' }, { actor: 'host' }])
  }
)

t.test('a dismissal whose time is up after the package is gone ends as fixed', async (t) => {
  const { id, git, scan, states, dismiss, world, sweep } = await startFound(t)
  await dismiss(id, { until: new Date(world.now().getTime() + DAY_MS).toISOString() })
  git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '2.0.0' }) })
  t.match(await scan(), { fixed: 0 })
  t.same(await states(), [`${ID} dismissed`])
  world.advance(2 * DAY_MS)
  await sweep()
  t.same(await states(), [`${ID} fixed`])
})

t.test('two that turn out to be one are one, with the life of the first', async (t) => {
  const source = sourceOf(
    recordOf('PYSEC-1', { severity: 'HIGH' }),
    recordOf('OTHER-1', { severity: 'HIGH' })
  )
  const service = await startDependencies(t, { source })
  await service.importAll()
  await service.scan()
  t.same(await service.states(), ['OTHER-1 open', 'PYSEC-1 open'])
  const [first] = (await service.list()).data.toSorted((a, b) => a.id - b.id)
  await service.dismiss(first?.id ?? 0, { reason: 'Known' })
  source.records.push(recordOf(ID, { aliases: ['PYSEC-1', 'OTHER-1'] }))
  await service.importAll()
  await service.scan()
  t.match((await service.list()).data, [{ id: first?.id, advisory_id: ID, status: 'dismissed' }])
  t.equal((await service.list()).meta.total, 1)
})

t.test('figures tell what stands, how fast it is fixed, and how the backlog grew', async (t) => {
  const service = await startFound(t)
  const { world, git, scan, stats, alerts } = service
  alerts.alerts.push(
    alertOf({ ghsaId: 'GHSA-rust', ecosystem: 'rust', packageName: 'tokio', severity: 'critical' })
  )
  await scan()
  const first = await stats()
  t.match(first, {
    vulnerabilities: {
      total_open: 2,
      critical: 1,
      high: 0,
      medium: 1,
      low: 0,
      unknown: 0,
      prs_opened: 0,
      repos_affected: 1
    },
    by_ecosystem: [
      { ecosystem: 'cargo', count: 1 },
      { ecosystem: 'npm', count: 1 }
    ],
    recent_batches: [],
    fixed_30d: 0,
    mean_days_to_fix: null,
    oldest_open_days: 0,
    advisories: { source: '/copies/osv', records: 1, unreadable: 0, error: null, imported_at: String }
  })
  world.advance(15 * DAY_MS - HOUR_MS)
  git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '2.0.0' }) })
  await scan()
  const later = await stats('octo-org/hello')
  t.match(later, { fixed_30d: 1, oldest_open_days: 14, vulnerabilities: { total_open: 1, critical: 1 } })
  t.ok(later.mean_days_to_fix !== null && Math.abs(later.mean_days_to_fix - 15) < 0.2)
  t.equal(later.trend.length, 12)
  t.same(
    later.trend.slice(-3).map(({ open, detected, closed }) => [open, detected, closed]),
    [
      [2, 2, 0],
      [2, 0, 0],
      [1, 0, 1]
    ]
  )
  const { error } = await service.client.GET('/api/phase3/dependencies/stats', {
    params: { query: { repo: 'octo-org/nowhere' } }
  })
  t.equal(error?.status, 404)
})
