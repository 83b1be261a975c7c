import { and, eq } from 'drizzle-orm'
import t from 'tap'
import { tallyDifference } from '#domain/counters/tally.js'
import type { HostBranchRule } from '#domain/mirror/branch-rules.js'
import { talliesOfBranchRule } from '#domain/mirror/tallies.js'
import type { BranchRuleQuery } from '#schemas/maintenance/branch-rules.js'
import { replaceBranchRules } from '#services/mirror/branch-rules.js'
import { changeTallied } from '#store/counters/tallies.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps, inject } = service

const PLAIN: HostBranchRule = {
  pattern: 'main',
  hostRuleId: null,
  requiredReviews: 1,
  dismissStaleReviews: false,
  requireCodeOwnerReviews: false,
  requireStatusChecks: false,
  requiredStatusChecks: [],
  requireUpToDateBranch: false,
  enforceAdmins: false,
  restrictPushes: false,
  pushAllowlist: [],
  allowForcePushes: false,
  allowDeletions: false,
  requireSignedCommits: false,
  requireLinearHistory: false
}

/** In the order in which they are listed. */
const BRANCHES = ['Zeta', 'a%b', 'a_b', 'main', 'release/1', 'release/2', 'Ünter']
const REPOS = ['a-org/one', 'a-org/Two', 'B-org/one', 'octo-org/hello', 'z-org/zoo']

for (const [at, fullName] of REPOS.entries()) {
  await seedRepository(deps, { hostId: at + 1, fullName })
  const items = BRANCHES.map((pattern) => ({ ...PLAIN, pattern }))
  await deps.transaction((tx) => replaceBranchRules(tx, { repoId: at + 1, items, at: minute(at) }))
}
await seedRepository(deps, { hostId: 90, fullName: 'octo-org/bare' })

/** What enforcement will do. */
async function judge(repoId: number, pattern: string, compliant: boolean): Promise<void> {
  await deps.transaction((tx) =>
    changeTallied(tx, async (tallied) => {
      await tallied
        .update(branchRules)
        .set({ compliant })
        .where(and(eq(branchRules.repoId, repoId), eq(branchRules.pattern, pattern)))
      const [from, to] = [talliesOfBranchRule({ compliant: null }), talliesOfBranchRule({ compliant })]
      return [{ repoId, tallies: tallyDifference(from, to) }]
    })
  )
}
await judge(1, 'main', true)
await judge(2, 'main', true)
await judge(4, 'main', false)

type Query = BranchRuleQuery & { page?: number; per_page?: number; cursor?: string }
const page = async (query: Query = {}) =>
  (await client.GET('/api/maintainer/branch-rules', { params: { query } })).data
const list = async (query: Query = {}) => {
  const found = await page({ per_page: 100, ...query })
  t.equal(found?.meta.total, found?.data.length, `the total of ${JSON.stringify(query)}`)
  return found?.data.map((rule) => `${rule.repo_full_name} ${rule.pattern}`)
}
const everything = REPOS.flatMap((repo) => BRANCHES.map((branch) => `${repo} ${branch}`))

t.test('rules are listed by repository in any case, and then by branch', async (t) => {
  t.same(await list(), everything)
})

t.test('a repository lists its own rules by branch', async (t) => {
  const path = { owner: 'B-ORG', repo: 'One' }
  const { data } = await client.GET('/api/maintainer/branch-rules/{owner}/{repo}', {
    params: { path, query: { per_page: 3 } }
  })
  t.same(
    data?.data.map(({ pattern }) => pattern),
    BRANCHES.slice(0, 3)
  )
  t.match(data?.meta, { page: 1, per_page: 3, total: 7, total_pages: 3, cursor: String })
  const filtered = await page({ repo: 'b-org/ONE', per_page: 3 })
  t.same(filtered?.data, data?.data)
  const bare = { path: { owner: 'octo-org', repo: 'bare' } }
  const none = await client.GET('/api/maintainer/branch-rules/{owner}/{repo}', { params: bare })
  t.match(none.data, { data: [], meta: { total: 0, total_pages: 0 } })
})

t.test('pages hold every rule once, by their number and by their cursor', async (t) => {
  for (const query of [{}, { repo: 'a-org/two' }, { pattern: 'E' }, { compliant: 'unknown' as const }]) {
    const whole = (await page({ ...query, per_page: 100 }))?.data ?? []
    const [byNumber, byCursor]: (typeof whole)[] = [[], []]
    let cursor: string | null | undefined
    for (let number = 1; number <= Math.ceil(whole.length / 4); number += 1) {
      byNumber?.push(...((await page({ ...query, per_page: 4, page: number }))?.data ?? []))
      const next = await page({ ...query, per_page: 4, ...(cursor ? { cursor } : {}) })
      byCursor?.push(...(next?.data ?? []))
      cursor = next?.meta.cursor
    }
    t.same(byNumber, whole, JSON.stringify(query))
    t.same(byCursor, whole, JSON.stringify(query))
    t.equal(cursor, null)
  }
})

t.test('the name of a branch is searched in any case, and no character of it is a wildcard', async (t) => {
  const found = (text: string) => everything.filter((one) => one.split(' ')[1]?.toLowerCase().includes(text))
  t.same(await list({ pattern: 'RELEASE/' }), found('release/'))
  t.same(await list({ pattern: 'a_b' }), found('a_b'))
  t.same(await list({ pattern: '%' }), found('a%b'))
  t.same(await list({ pattern: 'ünt' }), found('ünt'))
  t.same(await list({ pattern: 'nowhere' }), [])
})

t.test('rules are filtered by what enforcement found, alone and together with the others', async (t) => {
  t.same(await list({ compliant: 'true' }), ['a-org/one main', 'a-org/Two main'])
  t.same(await list({ compliant: 'false' }), ['octo-org/hello main'])
  t.equal((await list({ compliant: 'unknown' }))?.length, everything.length - 3)
  t.same(await list({ compliant: 'true', repo: 'a-org/Two' }), ['a-org/Two main'])
  t.same(await list({ compliant: 'false', repo: 'a-org/Two' }), [])
  t.same(await list({ compliant: 'true', pattern: 'one' }), [])
  t.same(await list({ compliant: 'true', pattern: 'ai' }), ['a-org/one main', 'a-org/Two main'])
})

t.test('an unknown repository is 404, in the path and as a filter, and wrong values are 400', async (t) => {
  const statusOf = async (path: string) => {
    const url = `/api/maintainer/branch-rules${path}`
    return (await inject({ url, headers: { authorization: `Bearer ${KEY}` } })).statusCode
  }
  t.equal(await statusOf('/octo-org/nothing'), 404)
  t.equal(await statusOf('?repo=octo-org/nothing'), 404)
  for (const query of ['compliant=maybe', 'repo=hello', 'pattern=', 'per_page=101', 'branch=main'])
    t.equal(await statusOf(`?${query}`), 400, query)
})
