import t from 'tap'
import { redeliver } from '#demo/world/events/events.js'
import { refusal } from '#demo/world/faults.js'
import type { JsonObject } from '#schemas/common.js'
import { checkSums } from '../fixtures/recount.js'
import { approve, comment, label, other, skip, startRuleService, when } from '../fixtures/rule-service.js'

const FILES = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'
const APPROVING = { settings: { allow_auto_approve: true } }

const ruled = await startRuleService(t)
const { client, world, repository, deeds, rule, send, deps } = ruled
t.beforeEach(() => world.mend())

const bug = () => repository.labels.find(({ name }) => name === 'bug') ?? { id: 0, name: 'bug', color: '' }
const wordsOn = async (number: number) => (await ruled.decisionsOn(number)).map(({ decision }) => decision)
const fatesOn = async (number: number) =>
  (await ruled.actionsOn(number)).map(({ actionType, status }) => `${actionType} ${status}`)

t.test('every step of a rule is done on the host, by an action of its own', async (t) => {
  await rule(
    {
      docs: when(
        'files | all(match("docs/**"))',
        label('priority:low'),
        other('remove-label', { label: 'bug' }),
        comment('Thank you.'),
        approve,
        other('request-review', { user: 'hubot' })
      ),
      never: when('author == "nobody"', label('bug'))
    },
    APPROVING
  )
  const opened = world.openPull(repository, { files: ['docs/a.md', 'docs/b.md'], labels: [bug()] })
  const guid = await send(opened)
  const { number } = opened.issue
  t.same([...deeds.written].sort(), [
    `approve ${number}`,
    `ask hubot about ${number}`,
    `comment on ${number}`,
    `label bug off ${number}`,
    `label priority:low on ${number}`
  ])
  const [decision, ...others] = await ruled.decisionsOn(number)
  t.same(others, [])
  t.match(decision, {
    source: 'custom_rules',
    pillar: 'custom_rules',
    triggerEvent: 'pull_request.opened',
    targetType: 'pr',
    decision: 'acted',
    commitSha: opened.pull.headSha,
    evaluator: 'custom_rule'
  })
  t.match(JSON.parse(decision?.conditions ?? ''), [
    { check: 'config_readable' },
    { check: 'idempotency_lease' },
    { check: 'is_dry_run()' },
    { check: 'custom_rule(docs)', result: true },
    { check: 'actions_count', result: 5 }
  ])
  const actions = await ruled.actionsOn(number)
  t.same(new Set(actions.map(({ status }) => status)), new Set(['succeeded']))
  t.same(new Set(actions.map(({ source }) => source)), new Set(['custom_rule:docs']))
  t.same(new Set(actions.map(({ decisionId }) => decisionId)), new Set([decision?.id]))
  t.equal(actions[0]?.actionKey, `delivery:${guid}:rule:docs:0`)
})

t.test('the priority of an issue is a label on the host, and known to the mirror and its sums', async (t) => {
  await rule({ urgent: when('title | contains("crash")', other('set-priority', { priority: 'high' })) })
  const opened = world.createIssue(repository, { title: 'a crash at start' })
  await send(opened)
  t.same(deeds.written, [`label priority:high on ${opened.issue.number}`])
  const { data } = await client.GET('/api/issues', { params: { query: { priority: 'high' } } })
  t.match(data, { data: [{ number: opened.issue.number, triage_priority: 'high' }], meta: { total: 1 } })
  await checkSums(t, deps)
})

t.test('a rule knows the comment, whose it is and on what, also on a pull request', async (t) => {
  const onComment = when(
    'is_command and comment_author == "hubot" and comment_body == "/help" and branch == "topic" and changes.modified == 1',
    label('bug')
  )
  await rule({
    help: onComment,
    issue: when('branch == "" and not is_draft and comment_body', label('priority:low'))
  })
  const { issue, events } = world.openPull(repository, { head: 'topic' })
  await send({ events })
  await send({ events: world.commentOn(repository, issue.number, { author: 'hubot', body: '/help' }) })
  t.same(deeds.written, [`label bug on ${issue.number}`])
  t.match(await ruled.lastDecision(), { triggerEvent: 'issue_comment.created', targetType: 'pr' })
  const created = world.createIssue(repository)
  await send(created)
  await send({ events: world.commentOn(repository, created.issue.number) })
  t.same(deeds.written, [`label priority:low on ${created.issue.number}`])
})

t.test('what the service itself does is never evaluated, so that no rule answers itself', async (t) => {
  await rule({ echo: when('true', comment('I see.')) })
  const { issue } = world.createIssue(repository)
  await send({ events: world.commentOn(repository, issue.number, { author: 'Service[bot]' }) })
  t.same(deeds.written, [])
  t.same(await wordsOn(issue.number), [])
  await send({ events: world.commentOn(repository, issue.number, { author: 'hubot' }) })
  t.same(deeds.written, [`comment on ${issue.number}`])
})

t.test('a comment is said once of a thing, and in answer to a comment each time', async (t) => {
  await rule({ hello: when('true', comment('Hello.')) })
  const { issue, events } = world.createIssue(repository)
  await send({ events })
  await send({ events: world.editIssue(repository, issue.number, { title: 'other words' }) })
  t.same(deeds.written, [])
  t.same(await wordsOn(issue.number), ['acted', 'acted'])
  for (const body of ['one', 'two']) {
    await send({ events: world.commentOn(repository, issue.number, { body }) })
    t.same(deeds.written, [`comment on ${issue.number}`], body)
  }
})

t.test('a dry run decides and says what it would do, and does nothing', async (t) => {
  const high = other('set-priority', { priority: 'high' })
  await rule({ all: when('true', label('bug'), high) }, { settings: { dry_run: true } })
  const opened = world.createIssue(repository)
  await send(opened)
  const { number } = opened.issue
  t.match(await ruled.decisionsOn(number), [
    { decision: 'dry_run', reason: 'Dry-run mode: add-label bug; set-priority high' }
  ])
  t.same(await fatesOn(number), ['add-label cancelled', 'set-priority cancelled'])
  t.match(await ruled.actionsOn(number), [{ errorMessage: 'Dry-run mode' }, {}])
  t.same(deeds.written, [])
  const { data } = await client.GET('/api/issues/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'hello' }, query: { priority: 'high' } }
  })
  t.notMatch(data?.data ?? [], [{ number }])
})

t.test('a waiver leaves a thing alone, and each decision that leans on it counts', async (t) => {
  await rule({ one: when('true', label('bug'), skip), two: when('true', label('priority:low')) })
  const { issue, events } = world.createIssue(repository)
  const scope = { scope: 'issue' as const, scope_value: String(issue.number) }
  const asked = {
    repo: 'octo-org/hello',
    pillar: 'custom_rules' as const,
    reason: 'By hand.',
    granted_by: 'me'
  }
  const { data } = await client.POST('/api/waivers', { body: { ...asked, ...scope } })
  const guid = await send({ events })
  t.match(await ruled.decisionsOn(issue.number), [
    { decision: 'skipped', waiverId: data?.data.id, reason: /Waiver/ }
  ])
  t.same(await ruled.actionsOn(issue.number), [])
  t.match(await ruled.deliveryOf(guid), { rulesAt: Date, skippedBy: null }, 'nor is anything else skipped')
  const { data: shown } = await client.GET('/api/waivers', { params: { query: { repo: 'octo-org/hello' } } })
  t.match(shown?.data, [{ uses: 1 }])
})

t.test('a rule is asked about the events that it names, and triggers hold for rules as well', async (t) => {
  const labelled = { ...when('true', comment('Labelled.')), on: ['issues.labeled'] }
  await rule({ labelled })
  const { issue, events } = world.createIssue(repository)
  await send({ events })
  t.same(await wordsOn(issue.number), [])
  await send({ events: world.labelIssue(repository, issue.number, 'bug') })
  t.same(deeds.written, [`comment on ${issue.number}`])
  const triggers = { ignore_authors: ['Octocat'] }
  await rule(
    { all: when('true', label('priority:low')) },
    { pillars: { custom_rules: { enabled: true, triggers } } }
  )
  const ignored = world.createIssue(repository)
  await send(ignored)
  t.match(await ruled.decisionsOn(ignored.issue.number), [{ decision: 'skipped', reason: /ignore_authors/ }])
  t.same(deeds.written, [])
})

t.test('a rule that says skip is the last, and the delivery says so', async (t) => {
  await rule({ first: when('true', label('bug'), skip), second: when('true', label('priority:low')) })
  const opened = world.createIssue(repository)
  const guid = await send(opened)
  t.same(deeds.written, [`label bug on ${opened.issue.number}`])
  t.same(await wordsOn(opened.issue.number), ['acted'])
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id: guid } } })
  t.match(data, { skipped_by: 'first', rules_at: String })
})

t.test('a rule with a fault says so, and neither it nor an action that fails stops the others', async (t) => {
  await rule({
    broken: when('title + 1', label('bug')),
    missing: when('true', label('no-such-label'), label('bug')),
    fine: when('true', comment('Here.'))
  })
  const opened = world.createIssue(repository)
  await send(opened)
  const { number } = opened.issue
  t.same(await wordsOn(number), ['error', 'acted', 'acted'])
  t.match(await ruled.decisionsOn(number), [{ reason: /is of numbers/ }, {}, {}])
  t.same((await fatesOn(number)).sort(), [
    'add-comment succeeded',
    'add-label blocked',
    'add-label succeeded'
  ])
})

t.test(
  'files that are not known are nothing that a rule could lean on, and nothing is approved',
  async (t) => {
    const rules = {
      docs: when('files | all(match("docs/**"))', label('bug')),
      any: when('not (files | some(match("src/**")))', approve)
    }
    await rule(rules, APPROVING)
    const unknown = async (events: readonly { guid: string }[], number: number) => {
      t.ok(events.length > 0)
      t.match(await ruled.decisionsOn(number), [
        { decision: 'blocked', reason: /changed files are not known/ }
      ])
      t.same(deeds.written, [])
    }
    world.failNext(FILES, 1, () => refusal(403, 'Resource not accessible by integration'))
    const refused = world.openPull(repository, { files: ['docs/a.md'] })
    await send(refused)
    await unknown(refused.events, refused.issue.number)
    const moved = world.openPull(repository, { files: ['docs/a.md'] })
    world.pushToPull(repository, moved.issue.number)
    await send(moved)
    await unknown(moved.events, moved.issue.number)
    const many = world.openPull(repository, {
      files: Array.from({ length: 3_001 }, (_, at) => `docs/${at}.md`)
    })
    await send(many)
    await unknown(many.events, many.issue.number)
  }
)

t.test('all pages of files are read, and only what is allowed is approved', async (t) => {
  const rules = { docs: when('files | all(match("docs/**"))', approve) }
  await rule(rules, APPROVING)
  const docs = Array.from({ length: 250 }, (_, at) => `docs/${at}.md`)
  const mixed = world.openPull(repository, { files: [...docs, 'src/a.ts'] })
  await send(mixed)
  t.same(await wordsOn(mixed.issue.number), [])
  const clean = world.openPull(repository, { files: docs })
  await send(clean)
  t.same(deeds.written, [`approve ${clean.issue.number}`])
  await rule(rules)
  const forbidden = world.openPull(repository, { files: docs })
  await send(forbidden)
  t.same(deeds.written, [])
  t.match(await ruled.decisionsOn(forbidden.issue.number), [
    { decision: 'blocked', reason: /allow_auto_approve/ }
  ])
})

t.test('a delivery that comes again does nothing again', async (t) => {
  await rule({ all: when('true', label('bug'), comment('Hello.')) })
  const opened = world.createIssue(repository)
  const [first] = opened.events
  if (!first) throw new Error('the host says so')
  await send(opened)
  t.equal(deeds.written.length, 2)
  await send({ events: [redeliver(world.state, first)] })
  const row = await ruled.deliveryOf(first.guid)
  const again = [{ payload: { delivery_row: row?.id ?? 0 } }]
  await deps.transaction((tx) => deps.queue.enqueue(tx, 'rules.apply', [...again, ...again]))
  await send({ events: [] })
  t.same(deeds.written, [])
  t.same(await wordsOn(opened.issue.number), ['acted'])
  t.equal((await ruled.actionsOn(opened.issue.number)).length, 2)
})

t.test(
  'what a rule decided is decided again from what was recorded, and otherwise under other rules',
  async (t) => {
    const rules = { found: when('wanted() and (labels | length) == 0', label('bug')) }
    await rule(rules, { expressions: { wanted: 'title | contains("wanted")' } })
    await send(world.createIssue(repository, { title: 'this is wanted' }))
    const decision = await ruled.lastDecision()
    const replay = async (config?: JsonObject) =>
      (
        await client.POST('/api/decisions/{id}/replay', {
          params: { path: { id: decision?.id ?? 0 } },
          body: config ? { config } : null
        })
      ).data
    t.match(await replay(), { same: true, evaluator: { name: 'custom_rule' } })
    t.match(await replay({ expressions: { wanted: 'false' } }), {
      same: false,
      replayed: { decision: 'skipped' }
    })
    t.match(await replay({ settings: { dry_run: true } }), { replayed: { decision: 'dry_run' } })
  }
)

t.test('where no rule is about it, no job is made and the host is not asked', async (t) => {
  await rule({})
  const jobs = async () => (await ruled.queue.counts()).filter(({ name }) => name === 'rules.apply')
  const before = await jobs()
  world.forgetCounts()
  const opened = world.openPull(repository)
  await send(opened)
  t.same(await jobs(), before)
  t.equal(world.count(FILES), 0)
})
