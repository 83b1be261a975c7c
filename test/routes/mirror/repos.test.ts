import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { REPO_SORTS, type Repo, type RepoQuery, SORT_ORDERS } from '#schemas/mirror/repos.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { forgedCursor } from '#test/fixtures/cursors.js'
import { setRunHealing } from '#test/fixtures/findings.js'
import { clearMirror, issueAt, minute, pullAt, runAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const DAY = 60 * 24
const NOW = minute(40 * DAY)
const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())
const { client, deps } = service

const OWNERS = ['octo-org', 'Octo-Org', 'other', 'a_b']
const LANGUAGES = ['TypeScript', 'Go', null]
for (let at = 1; at <= 30; at += 1) {
  const fullName = `${OWNERS[at % 4]}/${at % 2 ? 'service' : 'Library'}-${at}`
  await seedRepository(deps, { hostId: at, fullName, installationId: 7 + (at % 3), at: minute(at % 5) })
  await deps.transaction(async (tx) => {
    const synced = at % 3 === 0 ? null : minute(at % 4).toISOString()
    await tx.execute(sql`update repositories set stars = ${at % 4}, language = ${LANGUAGES[at % 3]},
      last_synced_at = ${synced}::timestamptz where host_id = ${at}`)
    const account = { repoId: at }
    const ids = (most: number) => Array.from({ length: at % most }, (_, one) => at * 100 + one)
    await mirrorIssues(
      deps,
      tx,
      account,
      ids(4).map((id, one) => issueAt(id, 1, { state: one === 2 ? 'closed' : 'open' }))
    )
    await mirrorPullRequests(
      deps,
      tx,
      account,
      ids(3).map((id, one) => pullAt(id, 1, { state: one === 1 ? 'merged' : 'open' }))
    )
  })
}
for (const hostId of [4, 5]) await seedRepository(deps, { hostId, change: 'deleted', at: minute(9) })

const list = async (query: RepoQuery) => (await client.GET('/api/repos', { params: { query } })).data
const all = (await list({ per_page: 100 }))?.data ?? []
const key = (repo: Repo) => repo.full_name.toLowerCase()
const byName = (a: Repo, b: Repo) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id)

t.test('all that are there are listed by name, in any case, and their number is right', async (t) => {
  t.same(
    all.map(({ host_id }) => host_id).sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, at) => at + 1).filter((hostId) => hostId !== 4 && hostId !== 5)
  )
  t.same(all, [...all].sort(byName))
  t.equal((await list({ per_page: 1 }))?.meta.total, 28)
})

t.test('each is shown with all that is known of it', async (t) => {
  t.same(
    all.find(({ host_id }) => host_id === 11),
    {
      id: all.find(({ host_id }) => host_id === 11)?.id,
      host_id: 11,
      installation_id: 9,
      full_name: 'a_b/service-11',
      owner: 'a_b',
      name: 'service-11',
      language: null,
      stars: 3,
      open_issues: 2,
      open_prs: 1,
      last_synced_at: minute(3).toISOString(),
      private: false,
      default_branch: 'main',
      archived: false,
      suspended: false,
      created_at: null,
      first_seen_at: minute(1).toISOString(),
      updated_at: minute(1).toISOString(),
      ci_pass_rate: null,
      last_ci_conclusion: null,
      healed_runs: 0,
      failed_heal_runs: 0
    }
  )
})

function matches(repo: Repo, { owner, installation_id, language, search }: RepoQuery): boolean {
  return (
    (owner === undefined || repo.owner.toLowerCase() === owner.toLowerCase()) &&
    (installation_id === undefined || repo.installation_id === installation_id) &&
    (language === undefined || repo.language === language) &&
    (search === undefined || key(repo).includes(search.toLowerCase()))
  )
}

/** What a repository is ordered by, as something that JavaScript compares. */
function sortValue(repo: Repo, sort: (typeof REPO_SORTS)[number]): number | string {
  if (sort === 'full_name') return key(repo)
  const value = repo[sort]
  return typeof value === 'number' ? value : Date.parse(value ?? '1970-01-01T00:00:00Z')
}

const query = fc.record(
  {
    owner: fc.constantFrom('octo-org', 'OTHER', 'nobody', 'a_b'),
    installation_id: fc.constantFrom(7, 8, 99),
    language: fc.constantFrom('TypeScript', 'typescript', 'Go'),
    search: fc.constantFrom('LIBRARY', '_', '%', '-1', 'org/s'),
    sort: fc.constantFrom(...REPO_SORTS),
    order: fc.constantFrom(...SORT_ORDERS)
  },
  { requiredKeys: [] }
)

t.test('every filter and order leaves what fits, read page by page or on from a cursor', async (t) => {
  const property = fc.asyncProperty(query, async (query) => {
    const { sort = 'full_name', order = 'asc' } = query
    const expected = all.filter((repo) => matches(repo, query))
    expected.sort((a, b) => {
      const [one, other] = [sortValue(a, sort), sortValue(b, sort)]
      const compared = one < other ? -1 : one > other ? 1 : a.id - b.id
      return order === 'asc' ? compared : -compared
    })
    t.same((await list({ ...query, per_page: 100 }))?.data, expected, JSON.stringify(query))
    const read: Repo[] = []
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const page = await list({ ...query, per_page: 7, ...(cursor === '' ? {} : { cursor }) })
      t.equal(page?.meta.total, expected.length)
      read.push(...(page?.data ?? []))
      cursor = page?.meta.cursor
    }
    t.same(read, expected, `by cursor: ${JSON.stringify(query)}`)
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(40), endOnFailure: true })
})

t.test('the last ten finished runs count, and no other', async (t) => {
  const conclusions = ['failure', ...Array(4).fill('success'), 'cancelled', 'failure', 'failure', 'failure']
  const runs = [...conclusions, 'success', 'timed_out', null].map((conclusion, at) =>
    runAt(7_000 + at, 0, { conclusion, createdAt: minute(at) })
  )
  await deps.transaction((tx) => mirrorRuns(deps, tx, { repoId: 1 }, runs))
  for (const hostRunId of [7_000, 7_006]) await setRunHealing(deps, hostRunId, { healStatus: 'healed' })
  await setRunHealing(deps, 7_007, { healStatus: 'failed' })
  t.match(
    (await list({ search: 'service-1', per_page: 100 }))?.data.find(({ host_id }) => host_id === 1),
    { ci_pass_rate: 0.625, last_ci_conclusion: 'timed_out', healed_runs: 1, failed_heal_runs: 1 }
  )
})

const read = (owner: string, repo: string) =>
  client.GET('/api/repos/{owner}/{repo}', { params: { path: { owner, repo } } })

t.test('one is shown with its counts, whatever the case of its name', async (t) => {
  const recent = runAt(7_100, 0, { conclusion: 'success', createdAt: minute(39 * DAY) })
  const old = runAt(7_101, 0, { conclusion: 'failure', createdAt: minute(9 * DAY) })
  await deps.transaction((tx) => mirrorRuns(deps, tx, { repoId: 11 }, [recent, old]))
  const { data } = await read('A_B', 'Service-11')
  t.match(data, {
    host_id: 11,
    full_name: 'a_b/service-11',
    org: 'a_b',
    open_issues: 2,
    open_issue_count: 2,
    closed_issue_count: 1,
    open_pr_count: 1,
    merged_pr_count: 1,
    ci_pass_rate: 1
  })
  t.match((await read('octo-org', 'Library-8')).data, { ci_pass_rate: null, closed_issue_count: 0 })
})

t.test('one that is unknown or gone is not found', async (t) => {
  for (const name of ['nothing', 'repo-4']) {
    const { response, error } = await read('octo-org', name)
    t.equal(response.status, 404)
    t.match(error, { code: 'repo_not_found' })
  }
})

const cursorOf = async (query: RepoQuery) => (await list({ ...query, per_page: 1 }))?.meta.cursor
const forged = async (query: RepoQuery, values: unknown[]) => forgedCursor(await cursorOf(query), values)

t.test('a cursor is of its order alone, whatever the values of another one are', async (t) => {
  const orders = REPO_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => ({ sort, order })))
  for (const own of orders) {
    const cursor = (await cursorOf(own)) ?? ''
    const codes = await Promise.all(
      orders.map(
        async (query) =>
          (await client.GET('/api/repos', { params: { query: { ...query, cursor } } })).error?.code
      )
    )
    t.same(
      codes,
      orders.map((other) => (other === own ? undefined : 'invalid_cursor')),
      JSON.stringify(own)
    )
  }
})

t.test('an unknown word or an impossible value is refused by the name of its parameter', async (t) => {
  const late = ['2026-02-31T00:00:00+00:00', 99999999999]
  for (const wrong of [
    'sort=name',
    'order=up',
    'installation_id=x',
    'installation_id=0',
    'per_page=101',
    'page=0',
    'owner=',
    'search=',
    `cursor=${await forged({}, [1, 2])}`,
    `cursor=${await forged({}, ['a\0', 1])}`,
    `sort=stars&cursor=${await forged({ sort: 'stars' }, late)}`
  ]) {
    const url = `/api/repos?${wrong}`
    const reply = await service.inject({
      method: 'GET',
      url,
      headers: { authorization: 'Bearer test-key-0123456789' }
    })
    t.equal(reply.statusCode, 400, wrong)
    t.match(reply.json().message, wrong.split('&').at(-1)?.split('=')[0], wrong)
  }
  for (const query of [
    `sort=updated_at&cursor=${await forged({ sort: 'updated_at' }, late)}`,
    `sort=stars&cursor=${await forged({ sort: 'stars' }, [99999999999, 1])}`
  ]) {
    const url = `/api/repos?${query}`
    const reply = await service.inject({
      method: 'GET',
      url,
      headers: { authorization: 'Bearer test-key-0123456789' }
    })
    t.equal(reply.statusCode, 200, `a made-up place is read on from: ${query}`)
  }
})

t.test('with no repository at all the list is empty', async (t) => {
  await clearMirror(deps)
  const { data } = await client.GET('/api/repos')
  t.same(data, { data: [], meta: { page: 1, per_page: 20, total: 0, total_pages: 0, cursor: null } })
})
