import { eq } from 'drizzle-orm'
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { openLog } from '#logger.js'
import { abandonDelivery, postDelivery } from '#services/feedback/post.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { saveInstallation } from '#store/mirror/installations.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { SLACK, startFeedback, TEAMS } from '#test/fixtures/feedback-service.js'
import { seedRepository } from '#test/fixtures/seed.js'

t.test('word of an event goes over every channel of a rule, once for each thing', async (t) => {
  const feedback = await startFeedback(t)
  const { rule, pull, failure, send, post, comment, states, rules, deeds, chat } = feedback
  await rule({ slack_webhook: SLACK, teams_webhook: TEAMS })
  const prNumber = await pull()
  const word = failure('conflict', { prNumber })
  await send(word)
  await send(word)
  t.same(await states(), ['pr_comment queued', 'slack queued', 'teams queued'])
  t.match((await rules())[0]?.deliveries, [{ last_state: 'queued' }, { sent: 0 }, { last_error: null }])
  await comment()
  await post()
  await post()
  t.same(await states(), ['pr_comment sent', 'slack sent', 'teams sent'])
  t.match(deeds.comments, [{ body: /^<!-- service:feedback:merge_failure -->\n### Pull request could not/ }])
  t.match(chat.messages, [
    {
      host: 'hooks.slack.example',
      path: '/services/T00/B00/slacksecret1234',
      body: { text: /octo-org\/hello #/ }
    },
    { host: 'teams.example', body: { attachments: [{ content: { type: 'AdaptiveCard' } }] } }
  ])
  t.equal(chat.messages.length, 2)
  const sent = { last_state: 'sent', last_error: null, last_at: String, sent: 1, failed: 0 }
  t.match((await rules())[0]?.deliveries, [sent, sent, sent])
})

t.test('a rule of another installation never hears of it, whatever its filter is', async (t) => {
  const { rule, failure, send, states, deps, chat, post, client } = await startFeedback(t)
  await deps.transaction((tx) =>
    saveInstallation(
      tx,
      { hostId: 99, accountLogin: 'other-org', accountType: 'Organization', targetId: 99 },
      { at: deps.now(), change: 'present' }
    )
  )
  const { data: theirs } = await client.POST('/api/phase2/feedback', {
    body: {
      name: 'All',
      event_type: 'merge_failure',
      installation_id: 99,
      repo_filter: '*',
      slack_webhook: SLACK
    }
  })
  t.ok(theirs)
  await rule({ enabled: false, slack_webhook: SLACK })
  await rule({ event_type: 'pr_merged', slack_webhook: SLACK })
  await rule({
    repo_filter: 'octo-org/other',
    slack_webhook: SLACK
  })
  await send(failure('conflict'))
  await post()
  t.same([await states(), chat.messages], [[], []])
  await rule({ repo_filter: 'OCTO-org/HEL*', post_pr_comment: false, teams_webhook: TEAMS })
  await rule({
    repo_filter: '*',
    post_pr_comment: false,
    slack_webhook: SLACK
  })
  await send(failure('another'))
  t.same(await states(), ['teams queued', 'slack queued'])
})

t.test('without a pull request nothing is commented on, and chats hear of it all the same', async (t) => {
  const { rule, failure, send, states, pull } = await startFeedback(t)
  await rule({ slack_webhook: SLACK })
  await send(failure('a', { headSha: 'b'.repeat(40) }))
  t.same(await states(), ['slack queued'])
  const headSha = 'c'.repeat(40)
  const number = await pull(headSha)
  await send(failure('b', { headSha }))
  t.same(await states(), ['slack queued', 'pr_comment queued', 'slack queued'])
  t.ok(number)
})

t.test('a pull request has one comment for each event, which is edited in place', async (t) => {
  const { rule, rules, failure, send, comment, states, pull, deeds, deps, deliveries } =
    await startFeedback(t)
  await rule()
  await rule({ name: 'Another', include_log_link: false })
  const prNumber = await pull()
  await send(failure('first', { prNumber }))
  t.same(await states(), ['pr_comment queued', 'pr_comment queued'])
  await comment()
  await send(failure('second', { prNumber }))
  await send(failure('third', { prNumber }))
  await comment()
  t.equal(deeds.comments.length, 1)
  t.match(deeds.comments[0]?.['body'], /\*\*Reason:\*\* third/)
  t.same(await states(), [
    ...['pr_comment sent', 'pr_comment sent'],
    ...['pr_comment skipped', 'pr_comment skipped'],
    ...['pr_comment sent', 'pr_comment sent']
  ])
  t.match((await rules())[0]?.deliveries[0], { sent: 2, failed: 0 }, 'what was never seen does not count')
  const second = (await deliveries()).filter(({ subject }) => subject === 'second')
  t.match(second, [{ lastError: 'A newer comment replaced it.' }, { actionId: Number }])
  const actions = await deps.db.select().from(managedActions).orderBy(managedActions.id)
  t.same(
    actions.map(({ status }) => status),
    ['succeeded', 'cancelled', 'succeeded']
  )
})

t.test('a dry run keeps comments back and says why; chats hear of it', async (t) => {
  const { rule, failure, send, comment, post, states, pull, deeds, rules, configure } = await startFeedback(t)
  await configure({ settings: { dry_run: true } })
  await rule({ slack_webhook: SLACK })
  await send(failure('conflict', { prNumber: await pull() }))
  await comment()
  await post()
  t.same(deeds.comments, [])
  t.same(await states(), ['pr_comment skipped', 'slack sent'])
  t.match((await rules())[0]?.deliveries, [
    { channel: 'pr_comment', last_state: 'skipped', last_error: /dry/i, sent: 0, failed: 0 },
    { channel: 'slack', last_state: 'sent' },
    { channel: 'teams', last_state: null }
  ])
})

t.test('a channel that fails keeps no other from being used, and is tried three times', async (t) => {
  const { rule, failure, send, post, states, rules, chat, deliveries } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, teams_webhook: TEAMS, post_pr_comment: false })
  chat.answers('hooks.slack.example', { status: 500 }, 'cut', {
    status: 429,
    headers: { 'retry-after': '7' }
  })
  await send(failure('conflict'))
  await post()
  t.same(await states(), ['slack queued', 'teams sent'])
  t.match((await rules())[0]?.deliveries[1], {
    last_state: 'queued',
    last_error: 'The webhook answered 500.'
  })
  await post()
  await post()
  t.same(await states(), ['slack failed', 'teams sent'])
  t.match(await deliveries(), [
    { attempts: 3, data: null, sentAt: null },
    { attempts: 1, sentAt: Date }
  ])
  t.match((await rules())[0]?.deliveries[1], {
    last_state: 'failed',
    last_error: 'The webhook answered 429.',
    sent: 0,
    failed: 1
  })
  await post()
  t.equal(chat.messages.filter(({ host }) => host === 'hooks.slack.example').length, 3)
})

t.test('what is refused for good is not tried again', async (t) => {
  const { rule, failure, send, post, states, chat } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, post_pr_comment: false })
  chat.answers('hooks.slack.example', { status: 404 })
  await send(failure('conflict'))
  await post()
  t.same(await states(), ['slack failed'])
  t.equal(chat.messages.length, 1)
})

t.test('two workers never post the same message, and one that died is taken over', async (t) => {
  const { rule, failure, send, deliveries, deps, mortal, dieAfter, world, chat } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, post_pr_comment: false })
  await send(failure('conflict'))
  const [delivery] = await deliveries()
  const job = { delivery_id: delivery?.id ?? 0 }
  // The claim commits after the third step; the process dies before it can record what it posted.
  dieAfter(4)
  await t.rejects(postDelivery(mortal, job))
  dieAfter(undefined)
  t.match(await deliveries(), [{ state: 'queued', attempts: 1, leasedUntil: Date }])
  await t.rejects(postDelivery(deps, job), /under way/)
  t.equal(chat.messages.length, 1)
  world.advance(31_000)
  await postDelivery(deps, job)
  await postDelivery(deps, job)
  t.match(await deliveries(), [{ state: 'sent', attempts: 2 }])
  t.equal(chat.messages.length, 2, 'what the dead one posted is posted once more')
})

t.test('a message whose job is lost for good has failed, and stays as it is', async (t) => {
  const { rule, failure, send, deliveries, deps } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, post_pr_comment: false })
  await send(failure('conflict'))
  const job = { delivery_id: (await deliveries())[0]?.id ?? 0 }
  await abandonDelivery(deps, job)
  await postDelivery(deps, job)
  await abandonDelivery(deps, job)
  t.match(await deliveries(), [{ state: 'failed', lastError: /stopped/ }])
})

t.test('no webhook appears in a log, an error, a job or a delivery, whatever goes wrong', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { destination: { write: (line) => void lines.push(line) } })
  const feedback = await startFeedback(t, { deps: { log } })
  const { rule, failure, send, post, deliveries, chat, deps, test, inject } = feedback
  await rule({ slack_webhook: SLACK, teams_webhook: TEAMS, post_pr_comment: false })
  chat.answers('hooks.slack.example', 'cut', { status: 302, headers: { location: SLACK } })
  chat.names['teams.example'] = [['10.0.0.1']]
  await send(failure('conflict'))
  const jobs = (await test.database.execute('select data::text as data from pgboss.job', [])).rows
  await post()
  await post()
  const shown = await inject({ method: 'GET', url: '/metrics' })
  const rows = await deps.db.select().from(feedbackDeliveries)
  t.match(await deliveries(), [{ state: 'failed' }, { state: 'failed', lastError: /internal address/ }])
  const text = JSON.stringify([lines, jobs, rows, shown.body])
  for (const secret of ['slacksecret', 'teamssecret']) t.notOk(text.includes(secret), secret)
})

t.test('secrets in what is sent are redacted, and what is sent is not kept', async (t) => {
  const { rule, send, failure, deliveries, post, chat } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, post_pr_comment: false })
  const token = `ghp_${'a1B2'.repeat(9)}`
  await send(failure('x', { event: 'merge_failure', data: { reason: `token ${token}` } }))
  t.notOk(JSON.stringify(await deliveries()).includes(token))
  await post()
  t.notOk(/a1B2a1B2/.test(JSON.stringify(chat.messages)))
  t.match(await deliveries(), [{ data: null }])
})

t.test('deliveries are forgotten after 90 days, and their sums are not', async (t) => {
  const { rule, send, failure, post, deliveries, rules, deps, world } = await startFeedback(t)
  await rule({ slack_webhook: SLACK, post_pr_comment: false })
  await send(failure('x'))
  await post()
  world.advance(89 * DAY_MS)
  await dropExpiredRows(deps)
  t.equal((await deliveries()).length, 1)
  world.advance(2 * DAY_MS)
  await dropExpiredRows(deps)
  t.same(await deliveries(), [])
  t.match((await rules())[0]?.deliveries[1], { last_state: null, last_at: null, sent: 1, failed: 0 })
})

t.test('with a rule its deliveries go, also those that wait', async (t) => {
  const { rule, send, failure, deliveries, deps, client, chat } = await startFeedback(t)
  const { id } = await rule({ slack_webhook: SLACK, post_pr_comment: false })
  await send(failure('x'))
  const [waiting] = await deliveries()
  await client.DELETE('/api/phase2/feedback/{id}', { params: { path: { id } } })
  t.same(await deliveries(), [])
  await postDelivery(deps, { delivery_id: waiting?.id ?? 0 })
  t.same(chat.messages, [])
})

t.test('a message that waits goes to the webhook that the rule has by then, or nowhere', async (t) => {
  const { rule, send, failure, client, post, chat, states } = await startFeedback(t)
  const { id } = await rule({ slack_webhook: SLACK })
  const put = (body: object) => client.PUT('/api/phase2/feedback/{id}', { params: { path: { id } }, body })
  await send(failure('x'))
  await put({ slack_webhook: 'https://moved.example/services/anothersecret' })
  await post()
  t.match(chat.messages, [{ host: 'moved.example' }])
  await send(failure('y'))
  await put({ slack_webhook: null })
  await post()
  t.same(await states(), ['slack sent', 'slack failed'])
})

t.test('nothing is sent of a repository that is gone', async (t) => {
  const { rule, send, failure, states, deps, repoId } = await startFeedback(t)
  await rule({ slack_webhook: SLACK })
  const [known] = await deps.db.select().from(feedbackDeliveries).where(eq(feedbackDeliveries.repoId, repoId))
  t.notOk(known)
  await seedRepository(deps, {
    hostId: repoId,
    fullName: 'octo-org/hello',
    change: 'deleted',
    at: deps.now()
  })
  await send(failure('x'))
  t.same(await states(), [])
})
