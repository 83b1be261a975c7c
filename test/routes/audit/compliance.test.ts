import { sql } from 'drizzle-orm'
import t from 'tap'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import type { ReportBody } from '#schemas/audit/compliance.js'
import { deadLetterReport, generateReport } from '#services/audit/compliance.js'
import { exportDay } from '#services/audit/export.js'
import { auditEntryAt, recordEntries } from '#test/fixtures/audit-trail.js'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

let now = new Date('2026-03-01T12:00:00.000Z')
const service = await startTestService({ deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps } = service

const review = (verdict: string, tokens_used?: number) =>
  auditEntryAt(now, {
    category: 'ai_decision',
    eventType: `pr_review_${verdict}`,
    actorType: 'bot',
    payload: { verdict, ...(tokens_used === undefined ? {} : { tokens_used }) }
  })
await recordEntries(deps, auditEntryAt(now, { eventType: 'outside' }))
now = new Date('2026-03-05T12:00:00.000Z')
await recordEntries(
  deps,
  review('approved', 100),
  review('approved', 200),
  review('request_changes'),
  review('needs_discussion', 33)
)
for (const repo of ['octo-org/one', 'octo-org/two', 'octo-org/two'])
  await recordEntries(deps, auditEntryAt(now, { category: 'auto_merge', eventType: 'pr_merged', repo }))
await recordEntries(
  deps,
  auditEntryAt(now),
  auditEntryAt(now, { category: 'policy_bypass', eventType: 'waiver_granted' })
)
now = new Date('2026-03-06T12:00:00.000Z')
await recordEntries(deps, auditEntryAt(now, { eventType: 'outside' }))

const period = { from: '2026-03-05', to: '2026-03-05' }
const detail = async (id: number) =>
  (await client.GET('/api/audit/reports/{id}', { params: { path: { id } } })).data

async function ready(body: ReportBody) {
  const { data, response } = await client.POST('/api/audit/reports', { body })
  if (!data) throw new Error(`${response.status}`)
  await until('the report is ready', async () => (await detail(data.id))?.status === 'ready')
  return { accepted: data, status: response.status, report: await detail(data.id) }
}

t.test('a report is accepted, made by a job, and says what its entries come to', async (t) => {
  const { accepted, status, report } = await ready({ ...period, generated_by: 'the auditor' })
  t.equal(status, 202)
  t.match(accepted, { status: 'pending', generating: true, report_type: 'soc2', job_id: /^[\w-]{36}$/ })
  t.match(report, {
    report_type: 'soc2',
    period_start: '2026-03-05T00:00:00.000Z',
    period_end: '2026-03-05T23:59:59.999Z',
    generated_by: 'the auditor',
    requested_by: 'api',
    entry_count: 8,
    first_seq: 2,
    last_seq: 10,
    export_url: null,
    export_signed_at: null,
    error: null
  })
  t.same(report?.summary, {
    report_type: 'soc2',
    period_start: '2026-03-05T00:00:00.000Z',
    period_end: '2026-03-05T23:59:59.999Z',
    total_entries: 8,
    first_seq: 2,
    last_seq: 10,
    ai_decisions: { total_reviews: 4, approved: 2, blocked: 1, flagged: 1, avg_tokens: 111 },
    auto_merges: { total_merges: 3, repos: 2 },
    by_category: [
      { category: 'ai_decision', event_type: 'pr_review_approved', count: 2 },
      { category: 'ai_decision', event_type: 'pr_review_needs_discussion', count: 1 },
      { category: 'ai_decision', event_type: 'pr_review_request_changes', count: 1 },
      { category: 'auto_merge', event_type: 'pr_merged', count: 3 },
      { category: 'policy_bypass', event_type: 'waiver_granted', count: 1 }
    ],
    chain_intact: true
  })
  const evidence = report?.controls.map(({ control_id, evidence_count, status }) => [
    control_id,
    evidence_count,
    status
  ])
  t.same(evidence, [
    ['CC6.1', 4, 'pass'],
    ['CC6.3', 1, 'pass'],
    ['CC6.6', 0, 'no_evidence'],
    ['CC7.1', 0, 'no_evidence'],
    ['CC7.2', 0, 'no_evidence'],
    ['CC7.3', 0, 'no_evidence'],
    ['CC8.1', 3, 'pass']
  ])
  const { summary = null, controls = [] } = report ?? {}
  t.equal(report?.report_hash, sha256Of(canonicalJson({ summary, controls })))
})

t.test('one filter holds for every figure of a report', async (t) => {
  const { report } = await ready({ ...period, report_type: 'iso27001' })
  t.match(report, {
    entry_count: 6,
    summary: { total_entries: 6, auto_merges: { total_merges: 0, repos: 0 } }
  })
  t.same(
    report?.controls.map(({ framework, control_id, evidence_count }) => [
      framework,
      control_id,
      evidence_count
    ]),
    [
      ['iso27001', 'A.12.1.2', 1],
      ['iso27001', 'CC6.1', 4],
      ['iso27001', 'CC6.3', 1],
      ['iso27001', 'CC6.6', 0],
      ['iso27001', 'CC7.1', 0]
    ]
  )
  const custom = (await ready({ ...period, report_type: 'custom', controls: ['CC8.1', 'CC6.3'] })).report
  t.match(custom, { entry_count: 4, summary: { ai_decisions: { total_reviews: 0 }, total_entries: 4 } })
  t.same(
    custom?.controls.map(({ framework, control_id, evidence_count }) => [
      framework,
      control_id,
      evidence_count
    ]),
    [
      ['soc2', 'CC6.3', 1],
      ['soc2', 'CC8.1', 3],
      ['iso27001', 'CC6.3', 1]
    ]
  )
})

t.test('a period without entries makes a report that says so', async (t) => {
  const { report } = await ready({ from: '2025-01-01', to: '2025-12-31' })
  t.match(report, { entry_count: 0, first_seq: null, summary: { chain_intact: true, total_entries: 0 } })
  t.ok(report?.controls.every(({ status }) => status === 'no_evidence'))
})

t.test('a report over a trail that was tampered with passes nothing', async (t) => {
  const edit = (text: string) =>
    deps.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger user`)
      await tx.execute(sql`update audit_entries set payload = ${text} where seq = 8`)
      await tx.execute(sql`alter table audit_entries enable trigger user`)
    })
  const [entry] =
    (await client.GET('/api/audit/entries', { params: { query: { per_page: 100 } } })).data?.data.filter(
      ({ seq }) => seq === 8
    ) ?? []
  await edit('{"no json')
  const { report } = await ready(period)
  t.match(report, { summary: { chain_intact: false } })
  t.ok(report?.controls.every(({ status }) => status === 'no_evidence'))
  await edit(canonicalJson(JSON.parse(JSON.stringify(entry?.payload))))
  t.match((await ready(period)).report, { summary: { chain_intact: true } })
})

t.test('a report leads to the signed export of its last day, once there is one', async (t) => {
  const { accepted } = await ready(period)
  t.match(await detail(accepted.id), { export_url: null })
  await exportDay(deps, '2026-03-05', 'nightly')
  t.match(await detail(accepted.id), {
    export_url: '/api/audit/export/2026-03-05',
    export_signed_at: now.toISOString()
  })
})

t.test('reports are listed the newest first, without their contents', async (t) => {
  const { data } = await client.GET('/api/audit/reports', { params: { query: { per_page: 2 } } })
  t.equal(data?.data.length, 2)
  t.ok((data?.data[0]?.id ?? 0) > (data?.data[1]?.id ?? 0))
  t.match(data?.meta, { page: 1, per_page: 2, total: Number })
  t.notOk(data?.data.some((one) => 'summary' in one))
})

t.test('the author that is shown never takes the place of who asked', async (t) => {
  const admin = service.clientWith({ authorization: `Bearer ${ADMIN_KEY}` })
  const { data } = await admin.POST('/api/audit/reports', { body: { generated_by: 'api' } })
  t.match(await detail(data?.id ?? 0), { generated_by: 'api', requested_by: 'admin' })
})

t.test('what cannot be a report is refused, and names what it expects', async (t) => {
  const cases: [object, RegExp][] = [
    [{ report_type: 'pci' }, /report_type.*soc2, iso27001, custom/],
    [{ from: '2026-03-06', to: '2026-03-05' }, /from.*after/],
    [{ from: '2024-01-01', to: '2026-03-05' }, /from.*400 days/],
    [{ to: 'tomorrow' }, /to.*date/],
    [{ period_start: '2026-03-05' }, /period_start/],
    [{ report_type: 'custom', controls: ['CC1.1'] }, /controls\/0.*CC6\.1/],
    [{ report_type: 'soc2', controls: ['CC6.1'] }, /controls.*custom/]
  ]
  for (const [body, words] of cases) {
    const headers = { authorization: `Bearer ${KEY}` }
    const reply = await service.inject({ method: 'POST', url: '/api/audit/reports', headers, payload: body })
    t.equal(reply.statusCode, 400, JSON.stringify(body))
    t.match(reply.json(), { message: words, details: [{ path: String, message: String }] })
  }
  const missing = await client.GET('/api/audit/reports/{id}', { params: { path: { id: 999_999 } } })
  t.equal(missing.response.status, 404)
})

t.test('a report that was given up says so, and one that has ended is not made again', async (t) => {
  const { accepted, report } = await ready(period)
  await deadLetterReport(deps, accepted.id)
  await generateReport(deps, accepted.id)
  t.same(await detail(accepted.id), report)
  const [row] = await deps.transaction(async (tx) => {
    const made = await tx.execute(sql`insert into compliance_reports
      (report_type, status, period_start, period_end, generated_by, requested_by, control_filter, created_at)
      values ('soc2', 'running', now(), now(), 'x', 'x', '{}', now()) returning id::int as id`)
    // The border to the drivers, which wrap rows differently.
    return (Array.isArray(made) ? made : (made as { rows: unknown }).rows) as { id: number }[]
  })
  await deadLetterReport(deps, row?.id ?? 0)
  t.match(await detail(row?.id ?? 0), {
    status: 'failed',
    error: /could not be generated/,
    summary: null,
    controls: []
  })
})
