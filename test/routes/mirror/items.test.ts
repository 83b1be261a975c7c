// One issue and one pull request: their texts, where they are on the host, and why there is none.
import t from 'tap'
import { LONGEST_SHOWN_BODY } from '#schemas/mirror/items.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { setIssueTriage } from '#test/fixtures/findings.js'
import { issueAt, minute, pullAt, runAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
service.test.leaveWrongSums('findings are written beside the sums')
const { client, deps } = service
const HEAD = 'b'.repeat(40)
const at = (repoId: number) => ({ repoId, shownAt: minute(100_000) })

await seedRepository(deps, { hostId: 1, fullName: 'Octo-Org/one' })
await seedRepository(deps, { hostId: 2, fullName: 'octo-org/two' })
await deps.transaction(async (tx) => {
  const long = 'é'.repeat(LONGEST_SHOWN_BODY + 1)
  await mirrorIssues(deps, tx, at(1), [
    issueAt(101, 5, { number: 1, title: 'It crashes', body: '<b>Each time</b>', labels: ['bug', 'ui'] }),
    issueAt(102, 6, { number: 2, body: long }),
    issueAt(103, 7, { number: 3 })
  ])
  await mirrorPullRequests(deps, tx, at(1), [
    pullAt(201, 5, { number: 9, body: 'Repairs it.', headBranch: 'fix', headSha: HEAD })
  ])
  await mirrorRuns(deps, tx, at(1), [
    runAt(301, 1, { branch: 'fix', headSha: HEAD, conclusion: 'failure' }),
    runAt(302, 2, { branch: 'fix', headSha: HEAD, conclusion: 'success' }),
    runAt(303, 3, { branch: 'fix', headSha: 'c'.repeat(40) })
  ])
  await mirrorRuns(deps, tx, at(2), [runAt(304, 4, { branch: 'fix', headSha: HEAD })])
})

const issue = (number: number, repo = 'one') =>
  client.GET('/api/issues/{owner}/{repo}/{number}', { params: { path: { owner: 'octo-org', repo, number } } })
const pull = (number: number, repo = 'one') =>
  client.GET('/api/pull-requests/{owner}/{repo}/{number}', {
    params: { path: { owner: 'octo-org', repo, number } }
  })

t.test('an issue is shown as lists show it, with its text and its address on the host', async (t) => {
  await setIssueTriage(deps, 101, { triageType: 'bug', triagePriority: 'high', triagedAt: minute(1) })
  const { data } = await issue(1)
  t.match(data, {
    number: 1,
    title: 'It crashes',
    body: '<b>Each time</b>',
    body_truncated: false,
    labels: ['bug', 'ui'],
    triage_type: 'bug',
    triage_priority: 'high',
    duplicate_of_number: null,
    url: 'https://github.com/Octo-Org/one/issues/1'
  })
  const { data: list } = await client.GET('/api/issues', { params: { query: { search: 'It crashes' } } })
  t.match(data, list?.data[0] ?? {})
})

t.test('of a long text the beginning is shown, by whole characters, and that it is not all', async (t) => {
  const { data } = await issue(2)
  t.equal(data?.body, 'é'.repeat(LONGEST_SHOWN_BODY))
  t.equal(data?.body_truncated, true)
  t.match((await issue(3)).data, { body: null, body_truncated: false })
})

t.test('a pull request has the runs of its newest commit, the latest first, and no others', async (t) => {
  const { data } = await pull(9)
  t.match(data, {
    number: 9,
    body: 'Repairs it.',
    head_sha: HEAD,
    url: 'https://github.com/Octo-Org/one/pull/9'
  })
  t.same(
    data?.runs.map(({ host_run_id }) => host_run_id),
    [302, 301]
  )
})

t.test('what does not exist is 404, and the reason says what does not', async (t) => {
  for (const found of [await issue(77), await pull(1)]) {
    t.equal(found.response.status, 404)
    t.match(found.error?.message, /^(?:The repository )?Octo-Org\/one has no (?:issue|pull request) #?\d+\.$/)
  }
  for (const found of [await issue(1, 'none'), await pull(9, 'none')]) {
    t.equal(found.response.status, 404)
    t.match(found.error, { code: 'repo_not_found' })
  }
  t.equal((await issue(0)).response.status, 400)
})
