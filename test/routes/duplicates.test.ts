import t from 'tap'
import { subjectOf } from '../domain/duplicates/made-up.js'
import { BODY, startDuplicateService, TITLE, textAbout } from '../fixtures/duplicate-service.js'

const repeating = await startDuplicateService(t)
const { client, world, repository, deeds } = repeating
const repo = { owner: 'octo-org', repo: 'hello' }
t.beforeEach(() => repeating.configure({}))
/** What is said the same by nothing else: each test has issues of its own. */
let tests = 0
const about = () => {
  tests += 1
  return textAbout(tests)
}

async function openPair() {
  const { title, body } = about()
  const older = await repeating.open(title, body)
  const newer = await repeating.open(title, body)
  const signal = (await signalsOf(newer.id)).find(({ target_issue_id }) => target_issue_id === older.id)
  if (!signal) throw new Error('the one repeats the other')
  return { older, newer, signal, title, body }
}

async function signalsOf(hostIssueId: number) {
  const { data } = await client.GET('/api/duplicates/issue/{hostIssueId}', {
    params: { path: { hostIssueId } }
  })
  return data?.data ?? []
}

const configured = (triage: Record<string, boolean>, more = {}) =>
  repeating.configure({ pillars: { triage }, ...more })

t.test(
  'an issue that repeats an older one is told of: by the API, by one comment, by a decision',
  async (t) => {
    const older = await repeating.open(TITLE, BODY)
    const newer = await repeating.open(`The ${TITLE.toLowerCase()}`, BODY.replaceAll('214', '219'))
    const { data } = await client.GET('/api/duplicates/{owner}/{repo}', { params: { path: repo } })
    t.match(data, {
      meta: { total: 1 },
      data: [
        {
          kind: 'duplicate',
          status: 'pending',
          source_issue_id: newer.id,
          source_number: newer.number,
          target_issue_id: older.id,
          target_title: TITLE,
          target_state: 'open',
          evidence: { was_open: true, failures: Number },
          comment_id: Number,
          repo_full_name: 'octo-org/hello'
        }
      ]
    })
    const [signal] = data?.data ?? []
    t.ok((signal?.similarity ?? 0) >= 0.92, `${signal?.similarity}`)
    t.match(repeating.commentsOn(newer.number), [new RegExp(`#${older.number}: .*similarity`)])
    t.same(repeating.commentsOn(older.number), [])
    const [decision, ...more] = await repeating.decisionsAbout(newer.number)
    t.same(more, [])
    t.match(decision, {
      decision: 'acted',
      evaluator: 'duplicates',
      triggerEvent: 'issues.opened',
      id: signal?.decision_id
    })
    t.match(await repeating.decisionsAbout(older.number), [{ decision: 'skipped', reason: /No older issue/ }])
    const path = { id: decision?.id ?? 0 }
    const { data: replayed } = await client.POST('/api/decisions/{id}/replay', {
      params: { path },
      body: null
    })
    t.match(replayed, { same: true })
    const { data: feed } = await client.GET('/api/activity', { params: { query: { source: 'duplicate' } } })
    t.match(feed?.data, [
      { source_id: signal?.id, target_number: newer.number, status: 'pending', detail: /^0\.9\d\d$/ }
    ])
    const { data: issue } = await client.GET('/api/issues/{owner}/{repo}', { params: { path: repo } })
    t.match(issue?.data[0], { number: newer.number, duplicate_of: null, dup_check_at: String })
  }
)

t.test('what is confirmed is marked: by the label, in the same comment, and in the mirror', async (t) => {
  const { older, newer, signal } = await openPair()
  const { data, response } = await repeating.confirm(signal.id)
  t.equal(response.status, 200)
  t.match(data, {
    updated: true,
    status: 'confirmed',
    host_sync: 'queued',
    signal: { id: signal.id, status: 'confirmed', resolved_by: 'api', resolved_at: String }
  })
  t.equal(data?.action_ids.length, 2)
  await repeating.settle()
  const [comment, ...others] = repeating.commentsOn(newer.number)
  t.match(comment, new RegExp(`^This issue repeats #${older.number}\\.`))
  t.same(others, [])
  t.ok(newer.labels.some(({ name }) => name === 'duplicate'))
  t.equal(newer.state, 'open', 'nothing is closed unless that is wanted')
  t.equal((await repeating.issueOf(newer.id))?.duplicateOf, older.id)
  const audit = await client.GET('/api/audit/entries', { params: { query: { category: 'ai_decision' } } })
  t.match(audit.data?.data, [{ event_type: 'duplicate_confirmed', actor: 'api' }])
  t.match((await repeating.decisionsAbout(newer.number)).at(-1), {
    source: 'api',
    decision: 'acted',
    reason: `#${newer.number} repeats #${older.number}.`
  })
  t.match((await repeating.confirm(signal.id)).data, { updated: false, host_sync: 'nothing', action_ids: [] })
  t.equal((await repeating.dismiss(signal.id)).response.status, 409)
})

t.test('what is dismissed stays so, whatever is said anew, and the comment takes it back', async (t) => {
  const { newer, signal, body } = await openPair()
  t.match((await repeating.dismiss(signal.id)).data, {
    updated: true,
    status: 'dismissed',
    host_sync: 'queued'
  })
  await repeating.settle()
  t.match(repeating.commentsOn(newer.number), [/no longer considered a repeat/])
  t.match((await repeating.dismiss(signal.id)).data, { updated: false })
  t.equal((await repeating.confirm(signal.id)).response.status, 409)
  await repeating.send({ events: world.editIssue(repository, newer.number, { body: `${body}\nStill so.` }) })
  t.match(await signalsOf(newer.id), [{ id: signal.id, status: 'dismissed' }])
  t.equal(deeds.written.length, 0)
  t.equal((await repeating.issueOf(newer.id))?.duplicateOf, null)
})

t.test('an edit asks again: what is no longer said the same is no longer told', async (t) => {
  const { newer, title, body } = await openPair()
  const unlike = { title: 'Please translate the manual', body: 'A Finnish manual would help our school.' }
  await repeating.send({ events: world.editIssue(repository, newer.number, unlike) })
  t.same(await signalsOf(newer.id), [])
  t.match(repeating.commentsOn(newer.number), [/no longer considered a repeat/])
  const before = (await repeating.decisionsAbout(newer.number)).length
  await repeating.send({ events: world.labelIssue(repository, newer.number, 'bug') })
  t.equal((await repeating.decisionsAbout(newer.number)).length, before, 'a label says nothing new')
  await repeating.send({ events: world.editIssue(repository, newer.number, { title, body }) })
  t.match(await signalsOf(newer.id), [{ status: 'pending' }])
  t.match(repeating.commentsOn(newer.number), [/may report the same/])
})

t.test('nothing is closed but what somebody confirmed, where the repository wants that', async (t) => {
  const [first, second] = [await openPair(), await openPair()]
  const refused = await repeating.confirm(first.signal.id, { close: true })
  t.equal(refused.response.status, 409)
  t.match(refused.error, { code: 'closing_is_off' })
  t.match(await signalsOf(first.newer.id), [{ status: 'pending' }])
  await configured({ close_duplicates: true })
  await repeating.confirm(first.signal.id)
  await repeating.confirm(second.signal.id, { close: false })
  await repeating.settle()
  t.equal(first.newer.state, 'closed')
  t.equal(second.newer.state, 'open')
})

t.test('a dry run, a waiver and a pillar that is off each keep it from the host, and say so', async (t) => {
  const { title, body } = about()
  await repeating.open(title, body)
  await repeating.configure({ settings: { dry_run: true } })
  const dry = await repeating.open(title, body)
  t.match(await repeating.decisionsAbout(dry.number), [{ decision: 'dry_run', reason: /It may repeat/ }])
  const [said] = await signalsOf(dry.id)
  t.match(said, { status: 'pending' })
  t.match((await repeating.confirm(said?.id ?? 0)).data, { updated: true, host_sync: 'nothing' })
  await configured({ duplicate_detection: false })
  const off = await repeating.open(title, body)
  t.match(await repeating.decisionsAbout(off.number), [
    { decision: 'blocked', reason: /duplicate_detection/ }
  ])
  await configured({ enabled: false })
  const without = await repeating.open(title, body)
  t.match(await repeating.decisionsAbout(without.number), [{ decision: 'skipped', reason: /triage is off/ }])
  await repeating.configure({})
  const waiver = { repo: 'octo-org/hello', pillar: 'triage' as const, reason: 'By hand.', granted_by: 'me' }
  const { data: granted } = await client.POST('/api/waivers', { body: waiver })
  const waived = await repeating.open(title, body)
  t.match(await repeating.decisionsAbout(waived.number), [
    { decision: 'skipped', waiverId: granted?.data.id, reason: /Waiver/ }
  ])
  const id = granted?.data.id ?? 0
  await client.DELETE('/api/waivers/{id}', { params: { path: { id } }, body: null })
  for (const { id, number } of [off, without, waived]) {
    t.same(await signalsOf(id), [])
    t.equal((await repeating.issueOf(id))?.dupCheckAt, null)
    t.same(repeating.commentsOn(number), [])
  }
  t.same(repeating.commentsOn(dry.number), [])
})

t.test('a rule that says skip keeps an issue from being looked at, and others do not', async (t) => {
  const rule = (action: string) => ({ [action]: { if: 'true', run: [{ action, args: { label: 'bug' } }] } })
  await repeating.rule(rule('skip'))
  const skipped = await repeating.open()
  t.same(await repeating.decisionsAbout(skipped.number), [])
  await repeating.rule(rule('add-label'))
  const labelled = await repeating.open()
  t.match(await repeating.decisionsAbout(labelled.number), [{ evaluator: 'duplicates' }])
})

t.test('lists filter and go on, their totals are right, and what is not there is 404', async (t) => {
  const all = async (query: Record<string, unknown>) =>
    (await client.GET('/api/duplicates', { params: { query } })).data
  const whole = await all({ per_page: 100 })
  const rows = whole?.data ?? []
  t.ok(rows.length >= 5)
  t.equal(whole?.meta.total, rows.length)
  t.same(
    rows.map(({ id }) => id),
    rows
      .toSorted(
        (a, b) => b.similarity - a.similarity || b.created_at.localeCompare(a.created_at) || b.id - a.id
      )
      .map(({ id }) => id)
  )
  for (const status of ['pending', 'confirmed', 'dismissed']) {
    const found = await all({ status, per_page: 100, repo: 'Octo-Org/Hello' })
    t.same(
      found?.data,
      rows.filter((row) => row.status === status)
    )
    t.equal(found?.meta.total, found?.data.length)
  }
  const least = rows[2]?.similarity ?? 1
  const alike = await all({ min_similarity: least, per_page: 100 })
  t.same(
    alike?.data,
    rows.filter(({ similarity }) => similarity >= least)
  )
  t.equal(alike?.meta.total, alike?.data.length)
  const pages = [await all({ per_page: 2 })]
  for (let cursor = pages[0]?.meta.cursor; cursor; cursor = pages.at(-1)?.meta.cursor)
    pages.push(await all({ per_page: 2, cursor }))
  t.same(
    pages.flatMap((page) => page?.data ?? []),
    rows
  )
  const codes = [
    await all({ kind: 'related' }).then((page) => page?.data.every(({ kind }) => kind === 'related')),
    (await client.GET('/api/duplicates', { params: { query: { min_similarity: 2 } } })).response.status,
    (await client.GET('/api/duplicates', { params: { query: { repo: 'octo-org/none' } } })).response.status,
    (await client.GET('/api/duplicates/issue/{hostIssueId}', { params: { path: { hostIssueId: 5 } } }))
      .response.status,
    (await repeating.confirm(987_654)).response.status,
    (await repeating.dismiss(987_654)).response.status
  ]
  t.same(codes, [true, 400, 404, 404, 404, 404])
})

t.test('the statistics are those of the list', async (t) => {
  const rows = await repeating.signals()
  const { data } = await client.GET('/api/duplicates/stats')
  const of = (status: string) => rows.filter((row) => row.status === status)
  const mean = rows.reduce((sum, { similarity }) => sum + similarity, 0) / rows.length
  const { data: issues } = await client.GET('/api/issues', { params: { query: { per_page: 100 } } })
  const open = issues?.data.filter(({ state }) => state === 'open') ?? []
  const compared = open.filter(({ embedded }) => embedded)
  t.same(
    compared,
    open.filter(({ dup_check_at }) => dup_check_at !== null)
  )
  t.match(data, {
    total_signals: rows.length,
    pending: of('pending').length,
    confirmed: of('confirmed').length,
    dismissed: of('dismissed').length,
    near_identical: of('pending').filter(({ similarity }) => similarity >= 0.97).length,
    issues_flagged: new Set(
      rows.filter(({ status }) => status !== 'dismissed').map(({ source_issue_id }) => source_issue_id)
    ).size,
    repos_affected: 1,
    embedding_coverage: compared.length / open.length,
    backfills: []
  })
  t.ok(Math.abs((data?.avg_similarity ?? 0) - mean) < 0.001)
  t.equal(data?.trend.length, 14)
  // Midnight may have come meanwhile.
  const latest = data?.trend.slice(-2).reduce((sum, { signals }) => sum + signals, 0)
  t.equal(latest, rows.length)
  const { data: week } = await client.GET('/api/duplicates/stats', { params: { query: { days: 7 } } })
  t.same(week?.trend, data?.trend.slice(-7))
})

t.test('issues that were never looked at are, when somebody asks, and nothing is said of that', async (t) => {
  await configured({ duplicate_detection: false })
  const { title, body } = about()
  const unseen = [await repeating.open(title, body), await repeating.open(title, body)]
  await repeating.open(subjectOf(1), null)
  const backfill = () => client.POST('/api/duplicates/backfill/{owner}/{repo}', { params: { path: repo } })
  t.match((await backfill()).error, { status: 409, code: 'detection_is_off' })
  await repeating.configure({})
  const { data, response } = await backfill()
  t.equal(response.status, 202)
  t.match(data, { queued: true, repo: 'octo-org/hello', job_id: String, progress: { done: 0 } })
  t.ok((data?.pending ?? 0) >= 3)
  await repeating.settle()
  t.match(await signalsOf(unseen[1]?.id ?? 0), [{ status: 'pending', target_issue_id: unseen[0]?.id }])
  t.same(deeds.written, [])
  const { data: stats } = await client.GET('/api/duplicates/stats')
  t.match(stats, { embedding_coverage: 1, backfills: [] })
  t.match((await backfill()).data, { pending: 0 })
  const unknown = { owner: 'octo-org', repo: 'none' }
  const { response: missing } = await client.POST('/api/duplicates/backfill/{owner}/{repo}', {
    params: { path: unknown }
  })
  t.equal(missing.status, 404)
})
