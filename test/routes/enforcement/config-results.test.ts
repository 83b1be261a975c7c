import t from 'tap'
import { EVER, tallyDifference } from '#domain/counters/tally.js'
import { talliesOfConfigResult } from '#domain/enforcement/config-files/tallies.js'
import type { ConfigFileType, ConfigResultQuery } from '#schemas/enforcement/config-results.js'
import { changeTallied } from '#store/counters/tallies.js'
import { type NewConfigResult, saveConfigResults } from '#store/enforcement/config-results.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps, inject } = service

const REPOS = ['octo-org/one', 'octo-org/two']
const TYPES: readonly ConfigFileType[] = ['host_actions', 'terraform', 'package_json']
const COMMITS = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40), 'd'.repeat(64)]
const FINDING = { rule: 'missing_jobs', message: 'A workflow needs jobs.', line: 1, col: 1 }

const resultAt = (repoId: number, commit: number, type: number): NewConfigResult => {
  const valid = (commit + type) % 2 === 0
  const errors = valid ? [] : [{ ...FINDING, severity: 'error' as const }]
  return {
    repoId,
    commitSha: COMMITS[commit] ?? '',
    filePath: `file-${type}`,
    fileType: TYPES[type] ?? 'yaml',
    valid,
    errors,
    warnings: [{ ...FINDING, severity: 'warning' }],
    isFirst: type === 0,
    createdAt: minute(commit * 10 + repoId),
    live: true
  }
}

for (const [at, fullName] of REPOS.entries()) {
  const repoId = at + 1
  await seedRepository(deps, { hostId: repoId, fullName })
  const rows = COMMITS.flatMap((_, commit) => TYPES.map((__, type) => resultAt(repoId, commit, type)))
  await deps.transaction((tx) =>
    changeTallied(tx, async (tallied) => {
      await saveConfigResults(tallied, rows)
      return [{ repoId, tallies: tallyDifference([], rows.flatMap(talliesOfConfigResult)) }]
    })
  )
}
await seedRepository(deps, { hostId: 90, fullName: 'octo-org/bare' })

type Query = ConfigResultQuery & { repo?: string; page?: number; per_page?: number; cursor?: string }
const page = async (query: Query = {}) =>
  (await client.GET('/api/enforcement/config-results', { params: { query } })).data
const shown = (result: { repo_name: string; commit_sha: string; file_path: string }) =>
  `${result.repo_name} ${result.commit_sha[0]} ${result.file_path}`
async function list(query: Query = {}) {
  const found = await page({ per_page: 100, ...query })
  t.equal(found?.meta.total, found?.data.length, `the total of ${JSON.stringify(query)}`)
  return found?.data ?? []
}

t.test('results are listed newest first, with what they found', async (t) => {
  const all = await list()
  t.equal(all.length, 24)
  t.same(all.slice(0, 4).map(shown), ['two d file-2', 'two d file-1', 'two d file-0', 'one d file-2'])
  t.match(all[0], {
    repo_id: 2,
    repo_full_name: 'octo-org/two',
    owner: 'octo-org',
    file_type: 'package_json',
    valid: false,
    errors: [{ ...FINDING, severity: 'error' }],
    warnings: [{ ...FINDING, severity: 'warning' }],
    check_run_id: null,
    created_at: minute(32).toISOString()
  })
})

type Filter = Pick<Query, 'valid' | 'file_type' | 'commit_sha' | 'repo'>
const FILTERS: readonly (readonly Filter[])[] = [
  [{}, { valid: true }, { valid: false }],
  [{}, { file_type: 'host_actions' }, { file_type: 'terraform' }, { file_type: 'yaml' }],
  [{}, { commit_sha: 'b'.repeat(40) }, { commit_sha: 'D'.repeat(64) }],
  [{}, { repo: 'Octo-Org/one' }, { repo: 'octo-org/bare' }]
]

t.test('every combination of filters lists what meets all of them, with the right total', async (t) => {
  const all = await list()
  const queries = FILTERS.reduce<Filter[]>(
    (some, more) => some.flatMap((query) => more.map((filter) => ({ ...query, ...filter }))),
    [{}]
  )
  for (const query of queries) {
    const { repo, commit_sha: commit, valid, file_type: type } = query
    const wanted = all
      .filter((one) => valid === undefined || one.valid === valid)
      .filter((one) => type === undefined || one.file_type === type)
      .filter((one) => repo === undefined || one.repo_full_name === repo.toLowerCase())
      .filter((one) => commit === undefined || one.commit_sha === commit.toLowerCase())
    t.same(await list(query), wanted, JSON.stringify(query))
  }
})

t.test('pages follow one another without a gap', async (t) => {
  const all = (await list()).map(shown)
  const numbered = await Promise.all([1, 2, 3].map((number) => page({ page: number, per_page: 10 })))
  t.same(
    numbered.flatMap((one) => one?.data.map(shown) ?? []),
    all
  )
  const first = await page({ per_page: 10 })
  const next = await page({ per_page: 10, cursor: first?.meta.cursor ?? '' })
  t.same(next?.data.map(shown), all.slice(10, 20))
})

t.test('the list of a repository is that of all, cut to it', async (t) => {
  const of = async (repo: string, query: ConfigResultQuery = {}) =>
    (
      await client.GET('/api/enforcement/config-results/{owner}/{repo}', {
        params: { path: { owner: 'octo-org', repo }, query: { ...query, per_page: 100 } }
      })
    ).data
  t.same((await of('One'))?.data, await list({ repo: 'octo-org/one' }))
  t.same((await of('one', { valid: false }))?.data, await list({ repo: 'octo-org/one', valid: false }))
  t.same((await of('bare'))?.data, [])
})

t.test('an unknown repository is 404, and a filter that cannot be is 400', async (t) => {
  const get = (url: string) =>
    inject({ url: `/api/enforcement/config-results${url}`, headers: { authorization: `Bearer ${KEY}` } })
  for (const url of ['?repo=octo-org/none', '/octo-org/none'])
    t.match((await get(url)).json(), { status: 404, error: 'Not Found' }, url)
  for (const url of ['?valid=maybe', '?file_type=toml', '?commit_sha=abc', '/octo-org/one?commit_sha=abc'])
    t.match((await get(url)).json(), { status: 400 }, url)
})

t.test('the day sums hold what the statistics of a week need', async (t) => {
  const rows = COMMITS.flatMap((_, commit) => TYPES.map((__, type) => resultAt(1, commit, type)))
  const days = rows.flatMap(talliesOfConfigResult).filter(({ day }) => day !== EVER)
  const sum = (measure: string) => days.filter((tally) => tally.measure === measure).length
  t.same(
    [sum('config_results.valid'), sum('config_results.invalid'), sum('config_results.commits')],
    [6, 6, COMMITS.length]
  )
})
