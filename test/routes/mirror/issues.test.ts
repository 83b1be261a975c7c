import { gte, sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import type { Tally } from '#domain/counters/tally.js'
import { tallyDifference } from '#domain/counters/tally.js'
import type { HostIssue } from '#domain/host/items.js'
import { talliesOfIssue } from '#domain/mirror/tallies.js'
import { ISSUE_STATES } from '#schemas/host/enums.js'
import { type Issue, type IssueQuery, PRIORITIES, TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { changeTallied, FLEET } from '#store/counters/tallies.js'
import type { Tx } from '#store/sql/database.js'
import { issues } from '#tables/mirror/issues.js'
import { tallies } from '#tables/mirror/tallies.js'
import { forgedCursor } from '#test/fixtures/cursors.js'
import { setIssueTriage } from '#test/fixtures/findings.js'
import { issueAt, minute, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false, deps: { now: () => minute(60 * 24 * 40) } })
t.teardown(() => service.close())
service.test.leaveWrongSums('sums are changed, and all of them deleted, beside the rows')
const { client, deps } = service

const REPOS = { 1: 'octo-org/one', 2: 'Octo-Org/two', 3: 'other/one' }
const GONE = 4

const words = (at: number) =>
  ['It crashes', 'Please add 100% coverage', 'How do I_use this?', 'A\\b café'][at % 4] ?? ''

for (const [hostId, fullName] of Object.entries(REPOS))
  await seedRepository(deps, { hostId: Number(hostId), fullName })
await seedRepository(deps, { hostId: GONE, fullName: 'octo-org/gone' })
for (let at = 0; at < 60; at += 1) {
  const issue: HostIssue = issueAt(1_000 + at, 0, {
    number: at + 1,
    title: words(at),
    state: at % 3 === 0 ? 'closed' : 'open',
    labels: at % 4 === 0 ? ['bug', 'help wanted'] : at % 4 === 1 ? ['bug'] : [],
    assignees: at % 5 === 0 ? ['octocat'] : [],
    // Some are created in the same millisecond.
    createdAt: minute(Math.floor(at / 2)),
    updatedAt: minute(60 * 24 * (at % 40))
  })
  const repoId = (at % 4) + 1
  await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId, shownAt: minute(100_000) }, [issue]))
  if (at % 2 === 0)
    await setIssueTriage(deps, issue.hostId, {
      triageType: TRIAGE_TYPES[at % 5] ?? null,
      triagePriority: at % 7 === 0 ? null : (PRIORITIES[at % 4] ?? null),
      triagedAt: minute(at)
    })
}
await seedRepository(deps, { hostId: GONE, fullName: 'octo-org/gone', change: 'deleted', at: minute(1) })

const all = await listAll({})
const rank = ({ triage_priority: priority }: Issue) =>
  priority === null ? 5 : PRIORITIES.indexOf(priority) + 1

/** All pages, one after the other. */
async function listAll(query: IssueQuery): Promise<Issue[]> {
  const found: Issue[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await client.GET('/api/issues', { params: { query: { ...query, page, per_page: 7 } } })
    found.push(...(data?.data ?? []))
    if (page >= (data?.meta.total_pages ?? 0)) return found
  }
}

t.test(
  'issues of all repositories that are there are listed, the most urgent first, then the newest',
  async (t) => {
    t.equal(all.length, 45, 'those of the repository that is gone are not')
    const sorted = [...all].sort(
      (a, b) => rank(a) - rank(b) || Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id
    )
    t.same(all, sorted)
  }
)

t.test('an issue is shown with all that is known of it', async (t) => {
  t.match(
    all.find(({ host_id }) => host_id === 1_008),
    {
      host_id: 1_008,
      number: 9,
      title: 'It crashes',
      state: 'open',
      labels: ['bug', 'help wanted'],
      assignees: [],
      author: 'octocat',
      triage_type: 'documentation',
      triage_priority: 'critical',
      triage_summary: null,
      triaged_at: '2026-01-01T22:08:00.000Z',
      duplicate_of: null,
      created_at: '2026-01-01T22:04:00.000Z',
      closed_at: null,
      repo_full_name: 'octo-org/one',
      repo_owner: 'octo-org',
      repo_name: 'one'
    }
  )
})

const isStale = ({ state, updated_at }: Issue) =>
  state === 'open' && Date.parse(updated_at) < minute(60 * 24 * 26).getTime()

/** Adds to the sums over all, as if there were more repositories. */
const addLanes = async (tx: Tx, row: typeof tallies.$inferInsert) =>
  void (await tx
    .insert(tallies)
    .values(row)
    .onConflictDoUpdate({
      target: [tallies.repoId, tallies.day, tallies.measure, tallies.lane],
      set: { amount: sql`${tallies.amount} + excluded.amount` }
    }))

function matches(issue: Issue, query: IssueQuery): boolean {
  const { state = 'all', type, priority, unassigned, stale, label = [], search } = query
  return (
    (state === 'all' || issue.state === state) &&
    (type === undefined || (type === 'untriaged' ? issue.triaged_at === null : issue.triage_type === type)) &&
    (priority === undefined || (issue.triage_priority ?? 'untriaged') === priority) &&
    (unassigned === undefined || (issue.assignees.length === 0) === unassigned) &&
    (stale === undefined || isStale(issue) === stale) &&
    label.every((name) => issue.labels.includes(name)) &&
    (search === undefined || issue.title.toLowerCase().includes(search.toLowerCase())) &&
    isWithin(issue, query)
  )
}

function isWithin(issue: Issue, { owner, repo }: IssueQuery): boolean {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return (
    (owner === undefined || same(issue.repo_owner, owner)) &&
    (repo === undefined || same(repo.includes('/') ? issue.repo_full_name : issue.repo_name, repo))
  )
}

const query = fc.record(
  {
    state: fc.constantFrom(...ISSUE_STATES, 'all' as const),
    type: fc.constantFrom(...TRIAGE_TYPES, 'untriaged' as const),
    priority: fc.constantFrom(...PRIORITIES, 'untriaged' as const),
    unassigned: fc.boolean(),
    stale: fc.boolean(),
    label: fc.subarray(['bug', 'help wanted'], { minLength: 1 }),
    search: fc.constantFrom('CRASH', '100%', 'I_u', '%', '_', '\\', 'zz', 'CAFé', 'CAFÉ'),
    owner: fc.constantFrom('octo-org', 'OTHER', 'nobody'),
    repo: fc.constantFrom('one', 'octo-org/ONE', 'two', 'nobody/one')
  },
  { requiredKeys: [] }
)

t.test(
  'every filter, alone and with others, leaves exactly what fits, and says how many that is',
  async (t) => {
    const property = fc.asyncProperty(query, async (query) => {
      const { data } = await client.GET('/api/issues', { params: { query: { ...query, per_page: 100 } } })
      const expected = all.filter((issue) => matches(issue, query))
      t.same(data?.data, expected, JSON.stringify(query))
      t.equal(data?.meta.total, expected.length)
      if (!t.passing()) throw new Error('see above')
    })
    await fc.assert(property, { numRuns: runs(80), endOnFailure: true })
  }
)

t.test('a repository lists its own, the newest first, whatever the case of its name', async (t) => {
  const path = { owner: 'OCTO-org', repo: 'One' }
  const { data } = await client.GET('/api/issues/{owner}/{repo}', {
    params: { path, query: { state: 'open' } }
  })
  const own = all.filter((issue) => issue.repo_full_name === 'octo-org/one' && issue.state === 'open')
  own.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
  t.same(data?.data, own)
  t.match(data?.meta, { page: 1, per_page: 20, total: own.length })
})

t.test('a repository that is unknown or gone is not found', async (t) => {
  for (const repo of ['nothing', 'gone']) {
    const { response, error } = await client.GET('/api/issues/{owner}/{repo}', {
      params: { path: { owner: 'octo-org', repo } }
    })
    t.equal(response.status, 404)
    t.match(error, { code: 'repo_not_found' })
  }
})

t.test('with a cursor a list is read to its end, each row once, whatever is added meanwhile', async (t) => {
  const seen: number[] = []
  let cursor: string | null | undefined
  do {
    const query = { per_page: 4, ...(cursor ? { cursor } : {}) }
    const { data } = await client.GET('/api/issues', { params: { query } })
    seen.push(...(data?.data ?? []).map(({ host_id }) => host_id))
    cursor = data?.meta.cursor
    const hostId = 5_000 + seen.length
    const urgent = issueAt(hostId, 1, { createdAt: minute(500) })
    await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, [urgent]))
    await setIssueTriage(deps, hostId, { triagePriority: 'critical' })
  } while (cursor)
  t.same(
    seen,
    all.map(({ host_id }) => host_id)
  )
  await deps.transaction(async (tx) => {
    const counted: Tally[] = []
    for (const row of (await tx.select().from(issues)).filter(({ hostId }) => hostId >= 5_000))
      counted.push(...talliesOfIssue(row))
    await changeTallied(tx, async (tx) => {
      await tx.delete(issues).where(gte(issues.hostId, 5_000))
      return [{ repoId: 1, tallies: tallyDifference(counted, []) }]
    })
  })
})

t.test('an owner of few of all issues is read as an owner of many, by pages and by cursor', async (t) => {
  const ofOwner = all.filter(({ repo_owner }) => repo_owner.toLowerCase() === 'octo-org')
  const readAll = async (isByCursor: boolean) => {
    const seen: number[] = []
    for (let page = 1, cursor: string | null | undefined; page <= 4; page += 1) {
      const place = isByCursor && cursor ? { cursor } : { page }
      const query = { owner: 'octo-org', per_page: 10, ...place }
      const { data } = await client.GET('/api/issues', { params: { query } })
      t.equal(data?.meta.total, ofOwner.length)
      seen.push(...(data?.data ?? []).map(({ id }) => id))
      cursor = data?.meta.cursor
    }
    return seen
  }
  const others = { repoId: FLEET, day: '-infinity', measure: 'issues.open', lane: 15, amount: 100_000 }
  const expected = ofOwner.slice(0, 40).map(({ id }) => id)
  t.ok(expected.length > 10)
  for (const isByCursor of [false, true]) {
    t.same(await readAll(isByCursor), expected)
    await deps.transaction((tx) => addLanes(tx, others))
    t.same(await readAll(isByCursor), expected)
    await deps.transaction((tx) => addLanes(tx, { ...others, amount: -others.amount }))
  }
})

t.test('a cursor that nobody gave out, or of another list, is refused by its name', async (t) => {
  const { data } = await client.GET('/api/issues', { params: { query: { per_page: 1 } } })
  const path = { owner: 'octo-org', repo: 'one' }
  const other = await client.GET('/api/issues/{owner}/{repo}', {
    params: { path, query: { cursor: data?.meta.cursor ?? '' } }
  })
  t.equal(other.response.status, 400)
  // Pull requests by their risk have values of the same kinds.
  const query = { cursor: data?.meta.cursor ?? '' }
  const { error: elsewhere } = await client.GET('/api/pull-requests', { params: { query } })
  t.match(elsewhere, { code: 'invalid_cursor' })
  const values = Buffer.from('[1,"2026-11-28T00:00:00+00:00",2]').toString('base64url')
  for (const made of ['e30', 'W10', values, forgedCursor(data?.meta.cursor, [1, 'x', 2])]) {
    const { response, error } = await client.GET('/api/issues', { params: { query: { cursor: made } } })
    t.equal(response.status, 400)
    t.match(error, { details: [{ path: 'cursor' }] })
  }
})

t.test('an unknown word or an impossible page is refused by the name of its parameter', async (t) => {
  for (const wrong of [
    'state=merged',
    'type=wish',
    'priority=urgent',
    'limit=0',
    'per_page=101',
    'page=0',
    'stale=maybe',
    'search=',
    'repo=a/b/c',
    'repo=/b'
  ]) {
    const reply = await service.inject({
      method: 'GET',
      url: `/api/issues?${wrong}`,
      headers: { authorization: 'Bearer test-key-0123456789' }
    })
    t.equal(reply.statusCode, 400, wrong)
    t.match(reply.json().message, wrong.split('=')[0], wrong)
  }
})

t.test('the statistics are those of the rows, of all issues or of one state', async (t) => {
  for (const state of [undefined, 'all', ...ISSUE_STATES] as const) {
    const { data } = await client.GET('/api/issues/stats', { params: { query: state ? { state } : {} } })
    const counted = all.filter((issue) => state === undefined || state === 'all' || issue.state === state)
    const count = (fits: (issue: Issue) => boolean, among = all) => among.filter(fits).length
    const types = Object.fromEntries(
      TRIAGE_TYPES.map(
        (type) => [type, count((issue) => issue.triage_type === type, counted)] as const
      ).filter(([type, found]) => found > 0 || ['bug', 'feature', 'question'].includes(type))
    )
    t.same(data, {
      total: all.length,
      open: count((issue) => issue.state === 'open'),
      closed: count((issue) => issue.state === 'closed'),
      by_type: types,
      by_priority: Object.fromEntries(
        PRIORITIES.map((priority) => [
          priority,
          count((issue) => issue.triage_priority === priority, counted)
        ])
      ),
      untriaged: count((issue) => issue.triaged_at === null, counted),
      unassigned: count((issue) => issue.state === 'open' && issue.assignees.length === 0),
      stale: count(isStale)
    })
  }
})

t.test('with no issues at all every list is empty and every number nothing', async (t) => {
  await deps.transaction(async (tx) => {
    await tx.delete(issues)
    await tx.delete(tallies)
  })
  const { data } = await client.GET('/api/issues')
  t.same(data, { data: [], meta: { page: 1, per_page: 50, total: 0, total_pages: 0, cursor: null } })
  const { data: stats } = await client.GET('/api/issues/stats')
  t.match(stats, { total: 0, by_type: { bug: 0, feature: 0, question: 0 }, stale: 0 })
})
