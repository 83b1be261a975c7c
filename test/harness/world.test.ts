import t, { type Test } from 'tap'
import { type Delivery, fault, payloadOf, startWorld } from '#demo/world/world.js'
import { isObject } from '#domain/json/path.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { hostEventOf } from '#host/events/events.js'
import { objectsAt } from '#host/payload.js'
import { issueOf } from '#host/resources/issues.js'
import { pullRequestOf } from '#host/resources/pull-requests.js'
import { runOf } from '#host/resources/runs/runs.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { APP, connect } from './host.js'

const ISSUES = 'GET /repos/{owner}/{repo}/issues'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const RUNS = 'GET /repos/{owner}/{repo}/actions/runs'

async function begin(t: Test) {
  const world = await startWorld()
  t.teardown(() => world.close())
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  const { client, slept } = connect(world.fake, { credential: APP })
  const options = { installationId: installation.id, priority: 'work' as const, fresh: true }
  const read = (path: string, parameters = {}) => client.read({ path, parameters }, options)
  async function all(path: string, parameters = {}): Promise<JsonObject[]> {
    const found: JsonObject[] = []
    for await (const { body } of client.pages({ path, parameters }, options)) found.push(...rowsIn(body))
    return found
  }
  return { world, installation, repository, client, slept, read, all }
}

function rowsIn(body: Json): JsonObject[] {
  if (Array.isArray(body)) return body.filter(isObject)
  const object = isObject(body) ? body : undefined
  return [...objectsAt(object, 'workflow_runs'), ...objectsAt(object, 'repositories')]
}

const numbers = (rows: JsonObject[]) => rows.map((row) => row['number'])
const meaningOf = (delivery: Delivery | undefined) =>
  delivery && hostEventOf(delivery.event, payloadOf(delivery))

t.test('what it lists of a thing is what its events say and what its own page says', async (t) => {
  const { world, repository, read } = await begin(t)
  const { issue, events } = world.createIssue(repository, { title: 'It crashes', body: 'Often.' })
  const [listed] = rowsIn((await read('/repos/octo-org/hello/issues', { state: 'all' })).body)
  const seen = issueOf(listed)
  t.match(seen, { number: issue.number, title: 'It crashes', state: 'open', author: 'octocat' })
  t.match(meaningOf(events[0]), { kind: 'issue', issue: seen, repository: { hostId: repository.id } })

  const opened = world.openPull(repository, { head: 'fix', draft: true })
  const { body } = await read('/repos/octo-org/hello/pulls/2')
  const shown = pullRequestOf(isObject(body) ? body : undefined)
  t.match(shown, { number: 2, draft: true, headSha: opened.pull.headSha, additions: 1 })
  t.match(meaningOf(opened.events[0]), { kind: 'pull-request', pullRequest: shown })
  const [pull] = rowsIn((await read('/repos/octo-org/hello/pulls')).body)
  t.match(pullRequestOf(pull), { ...shown, additions: null, deletions: null, changedFiles: null })

  const { run, events: requested } = world.createRun(repository)
  const [row] = rowsIn((await read('/repos/octo-org/hello/actions/runs')).body)
  t.match(runOf(row), { hostRunId: run.id, attempt: 1, status: 'queued', headSha: run.headSha })
  t.match(meaningOf(requested[0]), { kind: 'ci-run', run: runOf(row) })
})

t.test('pull requests are listed among the issues, and say so', async (t) => {
  const { world, repository, all } = await begin(t)
  world.createIssue(repository)
  const { issue, pull } = world.openPull(repository)
  const rows = await all('/repos/octo-org/hello/issues', { state: 'all', direction: 'asc' })
  t.same(numbers(rows), [1, 2])
  t.match(rows[1], { id: issue.id, pull_request: { merged_at: null } })
  t.not(issue.id, pull.id)
  t.equal(issueOf(rows[1]), undefined)
})

t.test('a listing is continued after what was shown, whatever came or went in between', async (t) => {
  const { world, repository, all } = await begin(t)
  world.fill(repository, { issues: 250 })
  world.between(ISSUES, () => {
    world.deleteIssue(repository, 3)
    world.deleteIssue(repository, 150)
    world.createIssue(repository)
  })
  const rows = await all('/repos/octo-org/hello/issues', { state: 'all', direction: 'asc', per_page: 100 })
  const expected = Array.from({ length: 251 }, (_, index) => index + 1).filter((number) => number !== 150)
  t.same(numbers(rows), expected)
  t.equal(world.count(ISSUES), 3)
})

t.test('pages of pull requests and runs shift when something comes in between', async (t) => {
  const { world, repository, all } = await begin(t)
  world.fill(repository, { pulls: 3, runs: 3 })
  world.between(PULLS, () => void world.openPull(repository))
  const pulls = await all('/repos/octo-org/hello/pulls', { state: 'all', per_page: 2 })
  t.same(numbers(pulls), [3, 2, 2, 1])
  world.between(RUNS, () => void world.createRun(repository))
  t.equal((await all('/repos/octo-org/hello/actions/runs', { per_page: 2 })).length, 4)
})

t.test('10,000 issues are listed along its links, and page numbers do not reach that far', async (t) => {
  const { world, repository, all, read } = await begin(t)
  world.fill(repository, { issues: 10_050 })
  const asked = { state: 'all', sort: 'updated', direction: 'asc', per_page: 100 }
  const rows = await all('/repos/octo-org/hello/issues', asked)
  t.equal(new Set(numbers(rows)).size, 10_050)
  const tooDeep = read('/repos/octo-org/hello/issues', { ...asked, page: 100 })
  await t.rejects(tooDeep, { code: 'host_refused', message: /cursor based pagination/ })
})

t.test('what changed since a moment is listed, and a renamed label is no change', async (t) => {
  const { world, repository, all } = await begin(t)
  for (const title of ['a', 'b', 'c']) world.createIssue(repository, { title })
  world.labelIssue(repository, 2, 'bug')
  world.advance(MINUTE_MS)
  const since = world.now().toISOString()
  const changed = async () => numbers(await all('/repos/octo-org/hello/issues', { state: 'all', since }))
  world.renameLabel(repository, 'bug', 'defect')
  t.same(await changed(), [])
  world.closeIssue(repository, 3)
  t.same(await changed(), [3])
  const [second] = (await all('/repos/octo-org/hello/issues', { state: 'all' })).slice(-2)
  t.match(second, { number: 2, labels: [{ name: 'defect' }] })
})

t.test('runs are searched by when they were created, and say how many there are', async (t) => {
  const { world, repository, read } = await begin(t)
  world.fill(repository, { runs: 5 })
  const created = `>=${new Date(world.now().getTime() - 120_000).toISOString()}`
  const { body } = await read('/repos/octo-org/hello/actions/runs', { created })
  t.match(body, { total_count: 2 })
  t.equal(rowsIn(body).length, 2)
})

t.test('a deleted issue is gone, and a transferred one is found where it is now', async (t) => {
  const { world, repository, installation, read } = await begin(t)
  const { repository: other } = world.createRepository('octo-org/other', { installation })
  for (const title of ['a', 'b', 'c']) world.createIssue(repository, { title })
  t.match(meaningOf(world.deleteIssue(repository, 1)[0]), { kind: 'issue', gone: true })
  await t.rejects(read('/repos/octo-org/hello/issues/1'), { code: 'host_not_found', hostStatus: 410 })
  const { issue } = world.transferIssue(repository, 2, other)
  t.match(await read('/repos/octo-org/hello/issues/2'), { body: { id: issue.id, title: 'b' } })
  t.match(meaningOf(world.convertIssue(repository, 3)[0]), { kind: 'repository' })
  await t.rejects(read('/repos/octo-org/hello/issues/3'), { code: 'host_not_found', hostStatus: 410 })
})

t.test('a run that begins anew has another attempt, and the host says so when it goes on', async (t) => {
  const { world, repository } = await begin(t)
  const { run } = world.createRun(repository)
  world.startRun(repository, run.id)
  t.match(meaningOf(world.completeRun(repository, run.id, 'failure')[0]), { run: { conclusion: 'failure' } })
  t.same(world.rerun(repository, run.id), [])
  t.match(meaningOf(world.startRun(repository, run.id)[0]), { run: { attempt: 2, status: 'in_progress' } })
})

t.test('a renamed repository is found by its old name and by its id, as the same', async (t) => {
  const { world, repository, read } = await begin(t)
  world.createIssue(repository)
  world.renameRepository(repository, 'goodbye')
  t.match(await read('/repos/octo-org/hello'), { body: { full_name: 'octo-org/goodbye' } })
  t.equal(rowsIn((await read('/repos/octo-org/hello/issues', { state: 'all' })).body).length, 1)
  world.transferRepository(repository, 'elsewhere')
  t.match(await read(`/repositories/${repository.id}`), { body: { full_name: 'elsewhere/goodbye' } })
  world.deleteRepository(repository)
  await t.rejects(read(`/repositories/${repository.id}`), { code: 'host_not_found' })
})

t.test('an installation sees its own, and what is public', async (t) => {
  const { world, repository, installation, read, all } = await begin(t)
  const { installation: second } = world.createInstallation('second')
  const { repository: secret } = world.createRepository('second/secret', {
    installation: second,
    private: true
  })
  const seen = async () => (await all('/installation/repositories')).map((row) => row['id'])
  t.same(await seen(), [repository.id])
  await t.rejects(read('/repos/second/secret'), { code: 'host_not_found' })
  world.addToInstallation(installation, secret)
  t.same(await seen(), [repository.id, secret.id])
  world.removeFromInstallation(installation, repository)
  t.same(await seen(), [secret.id])
  t.match(await read('/repos/octo-org/hello'), { status: 200 })
})

t.test(
  'a suspended installation is refused, hears nothing, and one that is removed is unknown',
  async (t) => {
    const { world, repository, installation, read, client } = await begin(t)
    await read('/repos/octo-org/hello')
    t.match(meaningOf(world.suspendInstallation(installation)[0]), { change: 'suspended' })
    t.same(world.createIssue(repository).events, [])
    await t.rejects(read('/repos/octo-org/hello'), { code: 'host_suspended' })
    t.equal(world.unsuspendInstallation(installation).length, 1)
    world.removeInstallation(installation)
    const options = { installationId: null, priority: 'work' as const, fresh: true }
    world.advance(HOUR_MS)
    t.same((await client.read({ path: '/app/installations' }, options)).body, [])
    await t.rejects(read('/repos/octo-org/hello'), { code: 'host_not_found' })
  }
)

t.test('members of an organisation are listed by their role', async (t) => {
  const { world, all } = await begin(t)
  world.addMember('octo-org', 'boss', 'admin')
  world.addMember('octo-org', 'octocat')
  const logins = async (role: string) =>
    (await all('/orgs/octo-org/members', { role })).map((row) => row['login'])
  t.same(await logins('admin'), ['boss'])
  t.same(await logins('all'), ['boss', 'octocat'])
})

t.test('its log of deliveries shows the newest first, each with what was sent', async (t) => {
  const { world, repository, client } = await begin(t)
  for (let number = 0; number < 5; number += 1) world.createIssue(repository)
  const [last] = world.deliveries.slice(-1)
  const options = { installationId: null, priority: 'work' as const, fresh: true }
  const found: JsonObject[] = []
  const request = { path: '/app/hook/deliveries', parameters: { per_page: 3 } }
  for await (const { body } of client.pages(request, options)) found.push(...rowsIn(body))
  t.same(
    found.map((row) => row['guid']),
    world.deliveries.map(({ guid }) => guid).reverse()
  )
  const { body } = await client.read({ path: `/app/hook/deliveries/${last?.id}` }, options)
  t.match(body, { event: 'issues', request: { headers: { 'X-GitHub-Event': 'issues' } } })
  t.match(body, { request: { payload: { issue: { number: 5 } } } })
  world.advance(4 * DAY_MS)
  t.same((await client.read({ path: '/app/hook/deliveries' }, options)).body, [])
})

t.test('a route fails as often as it is told to, and others do not', async (t) => {
  const { world, repository, read, slept } = await begin(t)
  world.createIssue(repository)
  world.failNext(ISSUES, 2, fault.broken(503))
  world.failNext(ISSUES, 1, fault.cut())
  t.match(await read('/repos/octo-org/hello/pulls'), { status: 200 })
  t.equal(slept.length, 0)
  t.match(await read('/repos/octo-org/hello/issues'), { status: 200 })
  t.equal(slept.length, 3)
  world.failNext(ISSUES, 1, fault.hasty(30))
  await t.rejects(read('/repos/octo-org/hello/issues'), { code: 'host_rate_limited' })
  world.advance(30_000)
  world.failNext(ISSUES, 1, fault.unknown())
  t.match(await read('/repos/octo-org/hello/issues'), { status: 200 }, 'with another token')
})

t.test('each installation may ask so often within an hour', async (t) => {
  const { world, installation, read } = await begin(t)
  await read('/repos/octo-org/hello')
  world.allow(installation.id, 1)
  await read('/repos/octo-org/hello')
  await t.rejects(read('/repos/octo-org/hello'), { code: 'host_rate_limited' })
  world.advance(3_700_000)
  t.match(await read('/repos/octo-org/hello'), { status: 200 })
})
