import t from 'tap'
import { FEEDBACK_EVENTS } from '#schemas/feedback/enums.js'
import { type FeedbackRuleBody, MOST_RULES } from '#schemas/feedback/rules.js'
import { GOVERNANCE_TARGETS } from '#schemas/maintenance/governance.js'
import { saveInstallation } from '#store/mirror/installations.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { feedbackRules } from '#tables/feedback/feedback-rules.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service

const install = (hostId: number, accountLogin: string) =>
  deps.transaction((tx) =>
    saveInstallation(
      tx,
      { hostId, accountLogin, accountType: 'Organization', targetId: hostId },
      { at: minute(0), change: 'present' }
    )
  )
await install(7, 'octo-org')
await install(8, 'other-org')
await seedRepository(deps, { hostId: 1, fullName: 'octo-org/hello', installationId: 7 })

const SECRET = 'T00/B00/abcdefghijklmnop'
const SLACK = `https://hooks.slack.example/services/${SECRET}`
const TEAMS = 'https://prod-1.logic.example/workflows/x/triggers?sig=qrstuvwxyz012345'

type Body = { [Field in keyof FeedbackRuleBody]?: FeedbackRuleBody[Field] | undefined }
const create = (body: Body) =>
  // Cast: some bodies lack what is required.
  client.POST('/api/phase2/feedback', {
    body: { installation_id: 7, event_type: 'ci_failure', name: 'Rule', ...body } as FeedbackRuleBody
  })
const put = (id: number, body: object) =>
  client.PUT('/api/phase2/feedback/{id}', { params: { path: { id } }, body })
const drop = (id: number) => client.DELETE('/api/phase2/feedback/{id}', { params: { path: { id } } })
const list = async (query: object = {}) =>
  (await client.GET('/api/phase2/feedback', { params: { query } })).data ?? { data: [], meta: undefined }
async function created(body: Body = {}) {
  const { data, error } = await create(body)
  if (!data) throw new Error(error.message)
  return data
}
const governance = async (query: object = { target_type: 'feedback_rule', per_page: 100 }) =>
  (await client.GET('/api/maintainer/audit', { params: { query } })).data?.data ?? []

t.afterEach(async () => {
  await deps.db.delete(feedbackRules)
})

t.test('a rule has the values that it names, and defaults for all others', async (t) => {
  const rule = await created({ name: ' Failures ', slack_webhook: SLACK })
  t.match(rule, {
    installation_id: 7,
    org: 'octo-org',
    name: 'Failures',
    event_type: 'ci_failure',
    repo_filter: null,
    post_pr_comment: true,
    slack_webhook: 'https://hooks.slack.example/…mnop',
    teams_webhook: null,
    include_log_link: true,
    include_diff_preview: false,
    enabled: true,
    deliveries: ['pr_comment', 'slack', 'teams'].map((channel) => ({
      channel,
      last_state: null,
      last_error: null,
      last_at: null,
      sent: 0,
      failed: 0
    }))
  })
  t.same((await list()).data, [rule])
})

t.test('an event may be named by its alias, and is shown by its name', async (t) => {
  // Cast: the types of the client know the aliases of a request.
  t.match(await created({ event_type: 'merge_success' }), { event_type: 'pr_merged' })
  const { id } = await created({ event_type: 'merge_blocked' })
  t.match((await put(id, { event_type: 'merge_success' })).data, { event_type: 'pr_merged' })
  for (const event_type of FEEDBACK_EVENTS) t.match(await created({ event_type }), { event_type })
})

t.test('a webhook is never shown: neither in replies, nor in errors, nor in what is on record', async (t) => {
  const { id } = await created({ slack_webhook: SLACK, teams_webhook: TEAMS })
  const replies = [
    await put(id, { name: 'Renamed' }),
    await put(id, { slack_webhook: `http://hooks.slack.example/${SECRET}` }),
    await create({ teams_webhook: `https://10.0.0.1/${SECRET}` }),
    await create({ slack_webhook: `https://name:${SECRET}@x.example/` }),
    await list(),
    await governance(),
    await deps.db.select().from(auditEntries),
    await drop(id)
  ]
  const text = JSON.stringify(
    replies.map((reply) => ('data' in reply && 'response' in reply ? [reply.data, reply.error] : reply))
  )
  for (const secret of [SECRET, 'abcdefgh', 'qrstuvwxyz'])
    t.notOk(text.includes(secret), `${secret} is not shown`)
  t.ok(text.includes('…mnop'))
})

t.test('the end of a short webhook is not shown either', async (t) => {
  t.match(await created({ slack_webhook: 'https://x.example/abcdefghij' }), {
    slack_webhook: 'https://x.example/…'
  })
})

t.test('what cannot be a rule is refused with its reason, and each request is on record once', async (t) => {
  const before = (await governance()).length
  const cases: [Body | object, { status: number; message: RegExp }][] = [
    [{ name: undefined }, { status: 400, message: /name/ }],
    [{ event_type: undefined }, { status: 400, message: /event_type/ }],
    [{ event_type: 'pr_opened' }, { status: 400, message: /event_type.*ci_failure/ }],
    [{ name: ' ' }, { status: 400, message: /name.*blank/ }],
    [{ post_pr_comment: false }, { status: 400, message: /post_pr_comment.*slack_webhook/ }],
    [{ slack_webook: SLACK }, { status: 400, message: /slack_webook/ }],
    [{ slack_webhook: 'http://x.example/y' }, { status: 400, message: /slack_webhook.*https/ }],
    [{ teams_webhook: 'https://127.0.0.1/y' }, { status: 400, message: /teams_webhook.*internal/ }],
    [{ slack_webhook: 'https://hooks.slack.example/…mnop' }, { status: 400, message: /whole URL/ }],
    [{ repo_filter: 'x'.repeat(201) }, { status: 400, message: /repo_filter.*200/ }],
    [{ repo_filter: 'hello' }, { status: 400, message: /owner\/name/ }],
    [{ repo_filter: 'other-org/*' }, { status: 400, message: /octo-org/ }],
    [{ installation_id: 99 }, { status: 404, message: /99/ }],
    [{ installation_id: undefined }, { status: 400, message: /installation_id/ }],
    [
      { installation_id: undefined, repo_filter: '*' },
      { status: 400, message: /installation_id/ }
    ],
    [
      { installation_id: undefined, repo_filter: 'nobody/*' },
      { status: 400, message: /installation_id/ }
    ]
  ]
  for (const [body, error] of cases) t.match((await create(body)).error, error, error.message.source)
  t.equal((await governance()).length, before + cases.length)
  t.same((await list()).data, [])
})

t.test('the filter says which installation is meant', async (t) => {
  const derived = async (repo_filter: string) =>
    (await created({ installation_id: undefined, repo_filter })).installation_id
  t.same(
    [await derived('octo-org/hello'), await derived('Octo-Org/*'), await derived('other-org/a*')],
    [7, 7, 8]
  )
  await install(9, 'octo-org')
  t.match((await create({ installation_id: undefined, repo_filter: 'octo-org/*' })).error, { status: 400 })
  t.equal(await derived('octo-org/hello'), 7, 'the repository belongs to one of them')
})

t.test('a change keeps what it does not name, and null takes a webhook away', async (t) => {
  const { id } = await created({ slack_webhook: SLACK, teams_webhook: TEAMS })
  t.match((await put(id, { include_diff_preview: true, name: 'New' })).data, {
    name: 'New',
    slack_webhook: 'https://hooks.slack.example/…mnop',
    include_diff_preview: true
  })
  const [stored] = await deps.db.select().from(feedbackRules)
  t.match(stored, { slackUrl: SLACK, teamsUrl: TEAMS })
  t.match((await put(id, { slack_webhook: null })).data, { slack_webhook: null, teams_webhook: /…2345/ })
  t.match((await put(id, { slack_webhook: 'https://hooks.slack.example/…mnop' })).error, {
    status: 400,
    message: /shortened for display/
  })
  t.match((await put(id, {})).error, { status: 400 })
  t.match((await put(id, { installation_id: 8 })).error, { status: 400, message: /installation_id/ })
  t.match((await put(id, { post_pr_comment: false, teams_webhook: null })).error, { status: 400 })
  t.match((await put(id + 1, { name: 'x' })).error, { status: 404 })
  t.match((await put(id, { repo_filter: 'other-org/x' })).error, { status: 400, message: /octo-org/ })
})

t.test('a rule that is deleted is gone, and deleting it again is refused', async (t) => {
  const { id } = await created()
  t.same((await drop(id)).data, { deleted: true })
  t.match((await drop(id)).error, { status: 404 })
  t.match((await governance({ action: 'feedback_rule' })).slice(0, 3), [
    { action: 'feedback_rule.delete', target_id: String(id), success: false, actor: 'api' },
    { action: 'feedback_rule.delete', target_id: String(id), success: true, actor: 'api' },
    { action: 'feedback_rule.create', success: true, actor: 'api' }
  ])
  t.ok(GOVERNANCE_TARGETS.includes('feedback_rule'))
})

t.test('rules are listed by event and name, page by page, and filtered', async (t) => {
  const rules = [
    { name: 'b', event_type: 'ci_heal' as const },
    { name: 'a', event_type: 'ci_heal' as const, enabled: false },
    { name: 'z', event_type: 'ci_failure' as const },
    { name: 'a', event_type: 'ci_heal' as const, installation_id: 8 }
  ]
  for (const rule of rules) await created(rule)
  const names = async (query: object = {}) =>
    (await list(query)).data.map(({ name, installation_id }) => `${name}${installation_id}`)
  t.same(await names(), ['z7', 'a7', 'a8', 'b7'])
  t.same(
    [
      ...(await names({ per_page: 2 })),
      ...(await names({ per_page: 2, page: 2 })),
      ...(await names({ per_page: 2, page: 3 }))
    ],
    ['z7', 'a7', 'a8', 'b7']
  )
  const { meta } = await list({ per_page: 3 })
  t.match(meta, { total: 4, total_pages: 2 })
  t.same(await names({ per_page: 3, cursor: meta?.cursor }), ['b7'])
  t.same(await names({ event_type: 'ci_heal', enabled: true }), ['a8', 'b7'])
  t.same(await names({ installation_id: 8 }), ['a8'])
  for (const query of [{ per_page: 101 }, { page: 0 }, { event_type: 'merge_success' }, { state: 'x' }]) {
    // Cast: the types of the client forbid what is refused.
    const { error } = await client.GET('/api/phase2/feedback', { params: { query: query as object } })
    t.match(error, { status: 400 }, JSON.stringify(query))
  }
})

t.test('an installation has a bounded number of rules', async (t) => {
  await created()
  const { id: _, ...row } = (await deps.db.select().from(feedbackRules))[0] ?? { id: 0 }
  // Cast: the row was just read.
  const rows = Array.from({ length: MOST_RULES - 1 }, () => row as typeof feedbackRules.$inferInsert)
  await deps.db.insert(feedbackRules).values(rows)
  t.match((await create({})).error, { status: 409, code: 'too_many_feedback_rules' })
  t.match((await create({ installation_id: 8 })).data, { installation_id: 8 })
})
