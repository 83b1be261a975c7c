import { randomUUID } from 'node:crypto'
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { checkSums } from '../fixtures/recount.js'
import { BUG, checkTriageSums, FEATURE_REQUEST, startTriageService } from '../fixtures/triage-service.js'

const triaged = await startTriageService(t)
const { client, world, repository, deeds, send, deps } = triaged

const wordsOn = async (number: number) => (await triaged.decisionsOn(number)).map(({ decision }) => decision)

t.test(
  'an issue is judged when it is opened: shown, counted, decided with its reasons, and labelled',
  async (t) => {
    const opened = world.createIssue(repository, BUG)
    await send(opened)
    const { number } = opened.issue
    t.same(deeds.written, [`label bug on ${number}`])
    const issue = await triaged.issue(number)
    t.match(issue, {
      triage_type: 'bug',
      triage_priority: String,
      triage_summary: /A bug of/,
      triaged_at: String
    })
    const [decision, ...others] = await triaged.decisionsOn(number)
    t.same(others, [])
    t.match(decision, {
      source: 'triage',
      pillar: 'triage',
      triggerEvent: 'issues.opened',
      targetType: 'issue',
      decision: 'acted',
      evaluator: 'issue_triage'
    })
    const checks: { check: string }[] = JSON.parse(decision?.conditions ?? '[]')
    for (const begin of ['config_readable', 'pillar_enabled(triage)', 'type(bug)', 'feature(', 'priority('])
      t.ok(
        checks.some(({ check }) => check.startsWith(begin)),
        begin
      )
    t.match(await triaged.actionsOn(number), [
      {
        actionType: 'add-label',
        actionValue: 'bug',
        status: 'succeeded',
        source: 'ai_triage',
        decisionId: decision?.id
      }
    ])
    t.match(await triaged.triagesOn(number), [
      { type: 'bug', isSure: true, label: 'bug', decisionId: decision?.id }
    ])
    const { data } = await client.GET('/api/issues', { params: { query: { type: 'bug' } } })
    t.match(data, { meta: { total: 1 }, data: [{ number }] })
    const stats = (await client.GET('/api/issues/stats')).data
    t.match(stats, { by_type: { bug: 1 }, untriaged: 0 })
    const replay = await client.POST('/api/decisions/{id}/replay', {
      params: { path: { id: decision?.id ?? 0 } },
      body: {}
    })
    t.match(replay.data, { same: true })
    await checkSums(t, deps)
    await checkTriageSums(t, triaged)
  }
)

t.test('what it is not sure of is shown as a guess, and said to nobody', async (t) => {
  const opened = world.createIssue(repository, {
    title: 'About the thing',
    body: 'The thing there, and the other one.'
  })
  await send(opened)
  t.same(deeds.written, [])
  t.match(await triaged.issue(opened.issue.number), { triage_type: String, triage_summary: /^Perhaps / })
  t.same(await wordsOn(opened.issue.number), ['skipped'])
})

t.test('a bug that says next to nothing is asked once for more, however often it is edited', async (t) => {
  const opened = world.createIssue(repository, { title: BUG.title, body: '' })
  await send(opened)
  const { number } = opened.issue
  const isAsked = deeds.written.includes(`comment on ${number}`)
  await send({ events: world.editIssue(repository, number, { title: `${BUG.title}, always` }) })
  t.ok(isAsked)
  t.notOk(deeds.written.includes(`comment on ${number}`))
})

t.test('an edit is judged anew where title or body changed, and a repetition is not', async (t) => {
  const opened = world.createIssue(repository, BUG)
  await send(opened)
  const { number } = opened.issue
  await send({ events: world.editIssue(repository, number, FEATURE_REQUEST) })
  const labelled = deeds.written.filter((deed) => deed.startsWith('label')).sort()
  t.same(labelled, [`label bug off ${number}`, `label enhancement on ${number}`])
  t.match(await triaged.issue(number), { triage_type: 'feature', labels: Array })
  world.closeIssue(repository, number)
  await send({ events: world.reopenIssue(repository, number) })
  t.same(deeds.written, [])
  t.same(await wordsOn(number), ['acted', 'acted', 'skipped'])
  t.equal((await triaged.triagesOn(number)).length, 2)
  await checkTriageSums(t, triaged)
})

t.test('the size of a pull request is a label, and the old one goes', async (t) => {
  const opened = world.openPull(repository, { title: 'fix: a leak', files: ['src/auth/login.ts'] })
  await send(opened)
  const { number } = opened.issue
  t.same(deeds.written, [`label size/XS on ${number}`])
  t.match(await triaged.pull(number), {
    triage_type: 'bugfix',
    triage_size: 'size/XS',
    triage_risk: 'high',
    triage_summary: /auth/
  })
  opened.pull.additions = 100
  await send({ events: world.pushToPull(repository, number) })
  t.same([...deeds.written].sort(), [`label size/M on ${number}`, `label size/XS off ${number}`])
  t.match(await triaged.pull(number), { triage_size: 'size/M' })
  const { data } = await client.GET('/api/pull-requests', {
    params: { query: { risk: 'high', size: 'size/M' } }
  })
  t.match(data, { meta: { total: 1 }, data: [{ number }] })
  const stats = (await client.GET('/api/pull-requests/stats')).data
  t.match(stats, { high_risk: 1, by_size: { 'size/M': 1 } })
  await checkSums(t, deps)
})

t.test('how good it is is told by what people do afterwards, by repository and kind', async (t) => {
  const query = { repo: 'octo-org/hello' }
  const { data } = await client.GET('/api/triage/quality', { params: { query } })
  const before = data?.data[0]?.labels.find(({ label }) => label === 'bug')
  const opened = world.createIssue(repository, BUG)
  await send(opened)
  const { number } = opened.issue
  await send({ events: world.labelIssue(repository, number, 'bug') })
  const refused = (await client.GET('/api/triage/quality', { params: { query } })).data
  const bug = refused?.data[0]?.labels.find(({ label }) => label === 'bug')
  t.equal(bug?.judged, (before?.judged ?? 0) + 1)
  t.equal(bug?.heard, (before?.heard ?? 0) + 1)
  t.match(bug, { precision: 0, accuracy: Number, calibration_error: Number, coverage: Number })
  t.match(refused?.meta, { total: 1, page: 1 })
  const unknown = await client.GET('/api/triage/quality', { params: { query: { repo: 'octo-org/none' } } })
  t.equal(unknown.response.status, 404)
  t.match((await client.GET('/api/triage/status')).data, {
    status: 'healthy',
    failed_count: 0,
    oldest_failure_at: null,
    judged: { heard: Number, issues: Number, pull_requests: 2 }
  })
})

t.test('what could not be judged is shown, and can be asked for again once', async (t) => {
  let isBroken = true
  const run = jobs['triage.run']
  const broken = {
    ...jobs,
    'triage.run': {
      ...run,
      retryLimit: 0,
      handle: (...asked: Parameters<typeof run.handle>) =>
        isBroken ? Promise.reject(new Error('it broke')) : run.handle(...asked)
    }
  }
  const failing = await startTriageService(t, { jobs: broken })
  const opened = failing.world.createIssue(failing.repository, BUG)
  await failing.send(opened)
  const listed = async (query = {}) =>
    (await failing.client.GET('/api/triage/failures', { params: { query } })).data
  const first = (await listed())?.data[0]
  t.match(first, {
    repo: 'octo-org/hello',
    target_type: 'issue',
    target_number: opened.issue.number,
    error: 'it broke',
    attempts: 1,
    state: 'open'
  })
  t.match((await failing.client.GET('/api/triage/status')).data, { status: 'degraded', failed_count: 1 })
  t.match(await failing.decisionsOn(opened.issue.number), [{ decision: 'error', reason: 'it broke' }])
  isBroken = false
  const retry = (job_id: string) =>
    failing.client.POST('/api/triage/failures/{job_id}/retry', {
      params: { path: { job_id } },
      body: { reason: 'it is mended' }
    })
  const { response, data } = await retry(first?.job_id ?? '')
  t.equal(response.status, 202)
  await failing.idle()
  t.match(await failing.issue(opened.issue.number), { triage_type: 'bug' })
  t.match((await listed({ state: 'retried' }))?.data, [
    { job_id: first?.job_id, retry_job_id: data?.job_id, retry_reason: 'it is mended', retried_by: String }
  ])
  t.match((await listed({ state: 'open' }))?.meta, { total: 0 })
  t.equal((await retry(first?.job_id ?? '')).response.status, 409)
  t.equal((await retry(randomUUID())).response.status, 404)
  t.match((await failing.client.GET('/api/triage/status')).data, { status: 'healthy', failed_count: 0 })
})
