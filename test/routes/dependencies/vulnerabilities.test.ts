// The list of vulnerabilities: its order, filters and totals, and what its requests may say.
import t from 'tap'
import type { VulnerabilityQuery } from '#schemas/dependencies/vulnerabilities.js'
import { alertOf, startDependencies } from '#test/fixtures/dependency-service.js'

const service = await startDependencies(t, { source: undefined })
const { client, list, alerts, scan } = service
const SEVERITIES = ['critical', 'high', 'medium', 'low', ''] as const
for (let at = 0; at < 60; at += 1)
  alerts.alerts.push(
    alertOf({
      ghsaId: `GHSA-${at}`,
      packageName: `package-${at % 7}`,
      ecosystem: at % 3 === 0 ? 'rust' : 'npm',
      severity: SEVERITIES[at % 5] ?? '',
      score: (at * 7) % 10,
      state: at % 6 === 5 ? 'dismissed' : 'open',
      ...(at % 4 === 0 ? {} : { patched: '3.0.0' })
    })
  )
for (const one of alerts.alerts) if (one.patched === '2.0.0') delete one.patched

const RANKS = { critical: 4, high: 3, medium: 2, low: 1, unknown: 0 }

t.test('the worst come first, and pages neither overlap nor leave anything out', async (t) => {
  t.match(await scan(), { status: 'completed' })
  const pages = [1, 2, 3].map((page) => list({ page, per_page: 25 }))
  const rows = (await Promise.all(pages)).flatMap(({ data }) => data)
  t.equal(rows.length, 60)
  t.equal(new Set(rows.map(({ id }) => id)).size, 60)
  const keys = rows.map(({ severity, cvss_score: score, id }) => [RANKS[severity], score ?? -1, id] as const)
  const sorted = keys.toSorted((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])
  t.same(keys, sorted)
  let cursor: string | undefined
  const walked: number[] = []
  do {
    const { data, meta } = await list({ per_page: 20, ...(cursor === undefined ? {} : { cursor }) })
    walked.push(...data.map(({ id }) => id))
    cursor = meta.cursor ?? undefined
  } while (cursor !== undefined)
  t.same(
    walked,
    rows.map(({ id }) => id)
  )
})

t.test('every filter shows what it says, and counts it', async (t) => {
  const all = (await list({ per_page: 100 })).data
  const filters: VulnerabilityQuery[] = [
    { status: 'all' },
    { status: 'open' },
    { status: 'dismissed', severity: 'high' },
    { severity: 'unknown' },
    { ecosystem: 'cargo' },
    { ecosystem: 'npm', status: 'open', severity: 'critical' },
    { fixable: true },
    { fixable: false, status: 'open' },
    { package: 'package-3' },
    { package: 'package-3', status: 'dismissed' },
    { repo: 'octo-org/hello', status: 'open' },
    { repo: 'OCTO-ORG/Hello', ecosystem: 'cargo', fixable: false }
  ]
  for (const query of filters) {
    const { data, meta } = await list({ ...query, per_page: 100 })
    const expected = all.filter(
      (one) =>
        (query.status === undefined || query.status === 'all' || one.status === query.status) &&
        (query.severity === undefined || one.severity === query.severity) &&
        (query.ecosystem === undefined || one.ecosystem === query.ecosystem) &&
        (query.package === undefined || one.package_name === query.package) &&
        (query.fixable === undefined || (one.patched_version !== null) === query.fixable)
    )
    t.same(
      data.map(({ id }) => id),
      expected.map(({ id }) => id),
      JSON.stringify(query)
    )
    t.equal(meta.total, expected.length, JSON.stringify(query))
    t.ok(expected.length > 0, 'the filter is worth its test')
  }
})

t.test('what no schema allows is refused and named', async (t) => {
  for (const query of [
    { severity: 'grave' },
    { status: 'closed' },
    { per_page: 101 },
    { fixable: 'maybe' },
    { state: 'open' }
  ]) {
    const url = `/api/phase3/dependencies/vulnerabilities?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`
    // Cast: the types of the client allow no such query.
    const { response, error } = await client.GET(url as '/api/phase3/dependencies/vulnerabilities')
    t.equal(response.status, 400, url)
    t.match(error, { message: Object.keys(query)[0] ?? '' })
  }
  const { response } = await client.GET('/api/phase3/dependencies/vulnerabilities', {
    params: { query: { repo: 'octo-org/nowhere' } }
  })
  t.equal(response.status, 404)
  const { response: unknown } = await client.GET('/api/phase3/dependencies/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'nowhere' } }
  })
  t.equal(unknown.status, 404)
})

t.test('metrics count vulnerabilities by status and severity', async (t) => {
  const { data } = await client.GET('/metrics', { parseAs: 'text' })
  const { meta } = await list({ status: 'open', severity: 'critical' })
  t.match(String(data), `vulnerabilities{status="open",severity="critical"} ${meta.total}`)
})
