import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfPullRequest } from '#domain/mirror/tallies.js'
import { PULL_REQUEST_STATES } from '#schemas/host/enums.js'
import { type PullRequest, type PullRequestQuery, RISKS, SIZES } from '#schemas/mirror/pull-requests.js'
import { mirrorPullRequests } from '#services/mirror/mirror.js'
import { changeTallied } from '#store/counters/tallies.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { minute, pullAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service

const TITLES = ['Fix the crash', 'Bump x from 1_0 to 2_0', 'Cover 100%']

/** What triage will do: writes its findings, with the sums. */
async function judge(hostId: number, findings: Partial<typeof pullRequests.$inferSelect>): Promise<void> {
  await deps.transaction(async (tx) => {
    const [before] = await tx.select().from(pullRequests).where(eq(pullRequests.hostId, hostId))
    if (!before) throw new Error('no such pull request')
    await changeTallied(tx, async (tx) => {
      await tx.update(pullRequests).set(findings).where(eq(pullRequests.hostId, hostId))
      const after = talliesOfPullRequest({ ...before, ...findings })
      return [{ repoId: before.repoId, tallies: tallyDifference(talliesOfPullRequest(before), after) }]
    })
  })
}

await seedRepository(deps, { hostId: 1, fullName: 'octo-org/one' })
await seedRepository(deps, { hostId: 2, fullName: 'other/two' })
for (let at = 0; at < 40; at += 1) {
  const pull = pullAt(2_000 + at, 60 * (at + 1), {
    number: at + 1,
    title: TITLES[at % 3] ?? '',
    state: PULL_REQUEST_STATES[at % 3] ?? 'open',
    draft: at % 6 === 0,
    createdAt: minute(Math.floor(at / 2)),
    additions: at % 2 === 0 ? at : null
  })
  await deps.transaction((tx) =>
    mirrorPullRequests(deps, tx, { repoId: (at % 2) + 1, shownAt: minute(100_000) }, [pull])
  )
  if (at % 4 !== 3)
    await judge(pull.hostId, {
      triageSize: SIZES[at % 5] ?? null,
      triageRisk: RISKS[at % 3] ?? null,
      triagedAt: minute(at)
    })
}

const { data: first } = await client.GET('/api/pull-requests', { params: { query: { limit: 100 } } })
const all = first?.data ?? []
const rank = ({ triage_risk: risk }: PullRequest) => (risk === null ? 4 : 3 - RISKS.indexOf(risk))

t.test('pull requests are listed with the riskiest first, then the newest', async (t) => {
  t.equal(all.length, 40)
  const sorted = [...all].sort(
    (a, b) => rank(a) - rank(b) || Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id
  )
  t.same(all, sorted)
  t.same(first?.meta, { page: 1, per_page: 100, total: 40, total_pages: 1, cursor: null })
})

t.test('a pull request is shown with all that is known of it', async (t) => {
  const merged = all.find(({ host_id }) => host_id === 2_002)
  t.match(merged, {
    number: 3,
    title: 'Cover 100%',
    state: 'merged',
    draft: false,
    head_branch: 'fix',
    base_branch: 'main',
    head_sha: 'a'.repeat(40),
    labels: ['bug'],
    author: 'octocat',
    additions: 2,
    deletions: null,
    triage_size: 'size/M',
    triage_risk: 'high',
    triaged_at: '2026-01-01T22:02:00.000Z',
    merged_at: '2026-01-02T01:00:00.000Z',
    closed_at: '2026-01-02T01:00:00.000Z',
    repo_full_name: 'octo-org/one'
  })
})

function matches(pull: PullRequest, query: PullRequestQuery): boolean {
  const { state = 'all', draft, risk, size, search, owner, repo } = query
  return (
    (state === 'all' || pull.state === state) &&
    (draft === undefined || pull.draft === draft) &&
    (risk === undefined || pull.triage_risk === risk) &&
    (size === undefined || pull.triage_size === size) &&
    (owner === undefined || pull.repo_owner === owner) &&
    (repo === undefined || [pull.repo_name, pull.repo_full_name].includes(repo)) &&
    (search === undefined || pull.title.toLowerCase().includes(search))
  )
}

const query = fc.record(
  {
    state: fc.constantFrom(...PULL_REQUEST_STATES, 'all' as const),
    draft: fc.boolean(),
    risk: fc.constantFrom(...RISKS),
    size: fc.constantFrom(...SIZES),
    search: fc.constantFrom('crash', '1_0', '100%', '_'),
    owner: fc.constantFrom('octo-org', 'other'),
    repo: fc.constantFrom('one', 'other/two', 'nothing')
  },
  { requiredKeys: [] }
)

t.test(
  'every filter, alone and with others, leaves exactly what fits, and says how many that is',
  async (t) => {
    const property = fc.asyncProperty(query, async (query) => {
      const { data } = await client.GET('/api/pull-requests', {
        params: { query: { ...query, per_page: 100 } }
      })
      const expected = all.filter((pull) => matches(pull, query))
      t.same(data?.data, expected, JSON.stringify(query))
      t.equal(data?.meta.total, expected.length)
      if (!t.passing()) throw new Error('see above')
    })
    await fc.assert(property, { numRuns: runs(60), endOnFailure: true })
  }
)

t.test('a repository lists its own, the newest first; one that is unknown is not found', async (t) => {
  const path = { owner: 'octo-org', repo: 'one' }
  const { data } = await client.GET('/api/pull-requests/{owner}/{repo}', { params: { path } })
  const own = all.filter((pull) => pull.repo_full_name === 'octo-org/one')
  own.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
  t.same(data?.data, own)
  const unknown = await client.GET('/api/pull-requests/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'two' } }
  })
  t.equal(unknown.response.status, 404)
})

t.test('with a cursor the list is read to its end, each row once', async (t) => {
  const seen: number[] = []
  let cursor: string | null | undefined
  do {
    const query = { per_page: 7, ...(cursor ? { cursor } : {}) }
    const { data } = await client.GET('/api/pull-requests', { params: { query } })
    seen.push(...(data?.data ?? []).map(({ id }) => id))
    cursor = data?.meta.cursor
  } while (cursor)
  t.same(
    seen,
    all.map(({ id }) => id)
  )
})

t.test('the statistics are those of the rows', async (t) => {
  const { data } = await client.GET('/api/pull-requests/stats')
  const open = all.filter(({ state }) => state === 'open')
  const merged = all.filter(({ state }) => state === 'merged')
  const hours = merged.map(
    (pull) => (Date.parse(pull.merged_at ?? '') - Date.parse(pull.created_at)) / 3_600_000
  )
  const mean = hours.reduce((sum, one) => sum + one, 0) / hours.length
  const bySize: Record<string, number> = {}
  for (const { triage_size: size } of open)
    bySize[size ?? 'unclassified'] = (bySize[size ?? 'unclassified'] ?? 0) + 1
  t.same(data, {
    total: 40,
    open: open.length,
    merged: merged.length,
    closed: all.filter(({ state }) => state === 'closed').length,
    avg_merge_time_hours: Math.round(mean * 100) / 100,
    draft: open.filter(({ draft }) => draft).length,
    ready_for_review: open.filter(({ draft }) => !draft).length,
    high_risk: open.filter(({ triage_risk }) => triage_risk === 'high').length,
    large: open.filter(({ triage_size }) => triage_size === 'size/L' || triage_size === 'size/XL').length,
    by_size: bySize
  })
})
