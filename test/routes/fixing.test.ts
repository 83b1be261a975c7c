import { eq } from 'drizzle-orm'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { decisions } from '#tables/decisions/decisions.js'
import { ANALYSIS, answer, PATCH, startFixService } from '../fixtures/fix-service.js'

const fixed = await startFixService(t, { work: false })
const { client, world, repository, deps } = fixed
const path = { owner: 'octo-org', repo: 'hello' }

const known = fixed.issueNow

t.test('what is asked for is recorded with who asked, and its ids lead on', async (t) => {
  const number = await known()
  const { data, response } = await fixed.ask(number, { note: 'Please.', dry_run: true })
  t.equal(response.status, 202)
  t.match(data, { message: String, status: 'pending', attempt_id: Number, repo: 'octo-org/hello' })
  t.match(await deps.queue.findJob('fix.run', data?.job_id ?? ''), { state: 'created' })
  const [made] = await deps.db.select().from(decisions).where(eq(decisions.targetNumber, number))
  t.match(made, { source: 'api', actor: 'api', reason: 'Please.', pillar: 'issue_fix', evaluator: null })
  const audited = (await deps.db.select().from(auditEntries)).filter(
    (one) => one.eventType === 'fix_requested'
  )
  t.match(audited, [{ category: 'ai_decision', actor: 'api', repoFullName: 'octo-org/hello' }])
  t.match(await fixed.shown(number), { status: 'pending', dry_run: true, attempts: { length: 1 } })
})

t.test('what stands in the way now is refused at once, with a word for it', async (t) => {
  const refused = async (number: number, code: string, message = /./) => {
    const { response, error } = await fixed.ask(number)
    t.match([response.status, error], [409, { code, status: 409, message }], code)
  }
  const number = await known()
  await fixed.configured({ pillars: { issue_fix: { enabled: false } } })
  await refused(number, 'pillar_disabled', /pillars\.issue_fix\.enabled/)
  await fixed.configured()
  t.equal((await fixed.ask(number)).response.status, 202)
  await refused(number, 'attempt_open')
  const closed = await known()
  world.closeIssue(repository, closed)
  await refused(closed, 'issue_closed')
  const { issue } = world.openPull(repository)
  await refused(issue.number, 'is_pull_request')
  const expires_at = new Date(world.now().getTime() + HOUR_MS).toISOString()
  const body = {
    repo: 'octo-org/hello',
    pillar: 'issue_fix',
    reason: 'Not this week.',
    granted_by: 'me',
    expires_at
  } as const
  const { data: granted } = await client.POST('/api/waivers', { body })
  await refused(await known(), 'waived')
  await client.DELETE('/api/waivers/{id}', { params: { path: { id: granted?.data.id ?? 0 } } })
  await fixed.configured({ pillars: { issue_fix: { daily_limit: 2 } } })
  await refused(await known(), 'daily_limit')
  await fixed.configured({ pillars: { issue_fix: { per_issue_limit: 0 } } })
  await refused(await known(), 'issue_limit')
  await fixed.configured()
  t.equal((await fixed.ask(await known())).response.status, 202, 'and then it is taken')
})

t.test('what is not there is 404, and what is no number 400', async (t) => {
  const unknown = { owner: 'octo-org', repo: 'nothing' }
  t.equal((await fixed.ask(9_999)).response.status, 404)
  for (const answered of [
    await client.POST('/api/fix/{owner}/{repo}/issues/{number}', {
      params: { path: { ...unknown, number: 1 } }
    }),
    await client.GET('/api/fix/{owner}/{repo}/issues/{number}', {
      params: { path: { ...unknown, number: 1 } }
    }),
    await client.GET('/api/fix/{owner}/{repo}/attempts', { params: { path: unknown } })
  ])
    t.equal(answered.response.status, 404)
  for (const number of ['0', 'x', '-1', '2147483648'])
    t.equal(
      (await fixed.inject({ url: `/api/fix/octo-org/hello/issues/${number}`, headers })).statusCode,
      400
    )
})

t.test('an issue without an attempt is shown with the fields of one, and nothing in them', async (t) => {
  const number = await known()
  const none = await fixed.shown(number)
  t.match(none, { issue_number: number, status: 'none', id: null, files_changed: [], attempts: [] })
  await fixed.ask(number)
  t.same(Object.keys(await fixed.shown(number)).sort(), Object.keys(none).sort())
})

const headers = { authorization: 'Bearer test-key-0123456789' }

t.test('the list is paged and filtered, the newest first, also by cursor', async (t) => {
  const list = async (query: object) =>
    (await client.GET('/api/fix/{owner}/{repo}/attempts', { params: { path, query } })).data
  const all = await list({ limit: 100 })
  const ids = (all?.data ?? []).map(({ id }) => id)
  t.ok(ids.length >= 3)
  t.same(
    ids,
    [...ids].sort((a, b) => b - a)
  )
  t.equal(all?.meta.total, ids.length)
  t.equal(all?.repo, 'octo-org/hello')
  const first = await list({ per_page: 1 })
  const second = await list({ per_page: 1, cursor: first?.meta.cursor ?? '' })
  t.same([first?.data[0]?.id, second?.data[0]?.id], ids.slice(0, 2))
  const one = all?.data.at(-1)
  t.match(await list({ issue: one?.issue_number }), { data: [{ id: one?.id }], meta: { total: 1 } })
  t.match(await list({ status: 'merged' }), { data: [], meta: { total: 0 }, repo: 'octo-org/hello' })
  t.match(await list({ status: 'pending' }), { meta: { total: ids.length } })
  const bad = await fixed.inject({ url: '/api/fix/octo-org/hello/attempts?status=lost', headers })
  t.equal(bad.statusCode, 400)
})

t.test('how many attempts were accepted is a figure of gates', async (t) => {
  const working = await startFixService(t)
  const metric = async () => {
    const { data } = await working.client.GET('/api/gates/{owner}/{repo}/metrics', { params: { path } })
    return [data?.metrics.fix_success_rate_7d, data?.no_data.includes('fix_success_rate_7d')]
  }
  t.same(await metric(), [0, true])
  working.model.says(answer(ANALYSIS), answer(PATCH), answer({ ...ANALYSIS, complexity: 'complex' }))
  for (const number of [await working.issue(), await working.issue()]) {
    await working.ask(number)
    await working.ended(number)
  }
  t.same(await metric(), [0.5, false])
})
