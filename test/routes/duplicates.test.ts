import t from 'tap'
import { BODY, startRepeating, TITLE } from '../services/fixtures/repeating.js'

const repeating = await startRepeating(t)
const { client } = repeating
const repo = { owner: 'octo-org', repo: 'hello' }
t.beforeEach(() => repeating.configure({}))

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
    const { data: replayed } = await client.POST('/api/decisions/{id}/replay', {
      params: { path: { id: decision?.id ?? 0 } },
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
  const { newer, signal } = await repeating.openPair()
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
  t.match(repeating.commentsOn(newer.number), [new RegExp(`^This repeats #${signal.target_number}\\.`)])
  t.ok(newer.labels.some(({ name }) => name === 'duplicate'))
  t.equal(newer.state, 'open', 'nothing is closed unless that is wanted')
  t.equal((await repeating.issueOf(newer.id))?.duplicateOf, signal.target_issue_id)
  const audit = await client.GET('/api/audit/entries', { params: { query: { category: 'ai_decision' } } })
  t.match(audit.data?.data, [{ event_type: 'duplicate_confirmed', actor: 'api' }])
  t.match((await repeating.decisionsAbout(newer.number)).at(-1), {
    source: 'api',
    decision: 'acted',
    reason: new RegExp(`#${newer.number} repeats #${signal.target_number}`)
  })
  t.match((await repeating.confirm(signal.id)).data, { updated: false, host_sync: 'nothing', action_ids: [] })
  t.equal((await repeating.dismiss(signal.id)).response.status, 409)
})
