// What people make of findings decides how much a rule is worth, and whether it goes on speaking.
import t from 'tap'
import { MARKED, REVIEWED, startReviews } from '#test/fixtures/review-service.js'

const LEFTOVER = "export const sum = (a, b) => {\n  console.log('sum', a, b)\n  return a + b\n}\n"

t.test('a finding that is merged as it was counts as ignored, one with a thumb as helped', async (t) => {
  const { pull, git, settle, client } = await startReviews(t)
  const rules = async () => (await client.GET('/api/review/stats')).data?.rules
  const first = await pull({ 'src/sum.js': MARKED })
  t.match(await rules(), [{ rule: 'merge_marker', told: 1, precision: null, is_quiet: false }])
  await settle(git.mergePull(first))
  t.match(await rules(), [{ rule: 'merge_marker', told: 1, ignored: 1, precision: 0 }])
  const second = await pull({ 'src/other.js': MARKED })
  git.react(second, 'merge', 'up')
  await settle(git.mergePull(second))
  t.match(await rules(), [{ rule: 'merge_marker', told: 2, helped: 1, ignored: 1, precision: 0.5 }])
})

t.test('a finding whose conversation was resolved without a change counts as refused', async (t) => {
  const { pull, git, settle, client } = await startReviews(t)
  const merged = async (path: string, ...turns: boolean[]) => {
    const number = await pull({ [path]: MARKED })
    for (const isResolved of turns) await settle(git.resolve(number, 'merge', { isResolved }))
    await settle(git.mergePull(number))
    return (await client.GET('/api/review/stats')).data?.rules[0]
  }
  t.match(await merged('src/sum.js', true), { told: 1, refused: 1, ignored: 0 })
  t.match(await merged('src/opened-again.js', true, false), { told: 2, refused: 1, ignored: 1 })
})

t.test('a rule that is ignored all the time falls silent and says so', async (t) => {
  const { pull, git, settle, last, client, onHost } = await startReviews(t)
  for (let at = 0; at < 8; at += 1) {
    const number = await pull({ [`src/leftover-${at}.js`]: LEFTOVER })
    t.match(await last(), { finding_count: 1 })
    await settle(git.mergePull(number))
  }
  const number = await pull({ 'src/quiet.js': LEFTOVER })
  const review = await last()
  t.match(review, {
    verdict: 'approved',
    finding_count: 0,
    ignored_findings: [{ finding: { rule: 'debug_leftover' }, reason: 'rule_is_quiet' }]
  })
  t.same(onHost(number), [])
  const { data } = await client.GET('/api/review/stats')
  t.match(data?.rules, [{ rule: 'debug_leftover', told: 8, ignored: 8, is_quiet: true }])
  t.match(data?.summary, { total_reviews: 9, completed: 9, repos_enabled: 1, tokens_per_day: null })
})

t.test('figures follow the reviews of the last days', async (t) => {
  const { pull, client, configureReviews } = await startReviews(t)
  await pull({ 'src/sum.js': MARKED })
  await pull({ 'src/fine.js': 'export const fine = 1\n' })
  await configureReviews({ enabled: false })
  await pull({ 'src/off.js': 'export const off = 1\n' })
  const { data } = await client.GET('/api/review/stats', { params: { query: { days: 1 } } })
  t.match(data?.summary, {
    total_reviews: 3,
    completed: 2,
    approved: 1,
    request_changes: 1,
    avg_tokens: null,
    repos_enabled: 0
  })
  t.match(data?.verdict_trend.at(-1), { approved: 1, blocked: 1 })
  t.equal(data?.verdict_trend.length, 14)
  const list = async (query: object) =>
    (await client.GET('/api/review/results', { params: { query } })).data?.data.map(({ verdict }) => verdict)
  t.same(await list({}), ['approved', 'request_changes'])
  t.same(await list({ verdict: 'approved', repo: 'octo-org/hello' }), ['approved'])
  t.same(await list({ repo: 'octo-org/unknown' }), [], 'nothing is known of it')
  t.same(await list({ since: '2020-01-31' }), ['approved', 'request_changes'])
  t.same(await list({ since: '2999-01-31T09:30:00Z' }), [])
  for (const since of ['2016-12-31T23:59:60Z', '2026-01-31T12:00:00+05', 'yesterday']) {
    const { error } = await client.GET('/api/review/results', { params: { query: { since } } })
    t.match(error, { status: 400, code: 'invalid_time' }, since)
  }
  const { data: whole } = await client.GET('/api/review/results', {
    params: { query: { include: 'findings', verdict: 'request_changes' } }
  })
  t.match(whole?.data[0]?.findings, [{ rule: 'merge_marker' }])
})

t.test('the reviews of one pull request are all of its commits, also unfinished ones', async (t) => {
  const { pull, push, client, configureReviews } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  await pull({ 'src/fine.js': 'export const fine = 1\n' })
  await configureReviews({ enabled: false })
  await push(number, { 'src/sum.js': 'export const sum = (a, b) => b + a\n' })
  const { data } = await client.GET('/api/review/results/{owner}/{repo}', {
    params: { path: REVIEWED, query: { pr: number } }
  })
  t.match(data?.data, [
    { pr_number: number, status: 'skipped', verdict: null },
    { pr_number: number, status: 'completed', findings: [{ rule: 'merge_marker' }] }
  ])
  t.equal(data?.meta.total, 2)
})
