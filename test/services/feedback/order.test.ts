// In which order what ends deliveries locks what others lock as well.
import t from 'tap'
import { followComment } from '#services/feedback/comment.js'
import { postDelivery } from '#services/feedback/post.js'
import { holdFeedbackRules, rulesInForce } from '#store/feedback/rules.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { SLACK, startFeedback } from '#test/fixtures/feedback-service.js'
import { SERVER } from '#test/harness/server.js'
import { until } from '#test/harness/until.js'

/** The embedded database has one connection, so nobody ever waits there. */
const ofServer = SERVER === undefined ? { skip: 'only a server has several connections' } : {}

t.test('the action of a comment ends without its deliveries, which follow in a job', async (t) => {
  const { rule, pull, failure, send, deps, carryOut, states, follow } = await startFeedback(t)
  await rule()
  await send(failure('conflict', { prNumber: await pull() }))
  const [action] = await deps.db.select().from(managedActions)
  await carryOut(action?.id ?? 0)
  t.same(await states(), ['pr_comment queued'])
  await follow()
  await follow()
  t.same(await states(), ['pr_comment sent'])
})

t.test('the action of a comment ends while others hold its rule and its repository', ofServer, async (t) => {
  const { rule, pull, failure, send, deps, carryOut, repoId, deeds } = await startFeedback(t)
  const { id } = await rule()
  await send(failure('conflict', { prNumber: await pull() }))
  const [action] = await deps.db.select().from(managedActions)
  await deps.transaction(async (tx) => {
    await lockRepository(tx, repoId)
    await holdFeedbackRules(tx, [id])
    await carryOut(action?.id ?? 0)
  })
  t.equal(deeds.comments.length, 1)
})

t.test('posts, comments and new events of many rules never wait for each other in a circle', async (t) => {
  const feedback = await startFeedback(t)
  const { rule, pull, failure, send, deps, carryOut, repoId, deliveries, follow } = feedback
  for (const name of ['first', 'second', 'third']) await rule({ name, slack_webhook: SLACK })
  const pulls = [await pull(), await pull(), await pull(), await pull()]
  for (const prNumber of pulls) await send(failure(`early ${prNumber}`, { prNumber }))
  const actions = await deps.db.select().from(managedActions)
  for (const { id } of actions) await carryOut(id)
  const posts = (await deliveries()).filter(({ channel }) => channel === 'slack')
  await Promise.all([
    ...actions.map(({ id }) => followComment(deps, { action_id: id })),
    ...posts.map(({ id }) => postDelivery(deps, { delivery_id: id })),
    ...pulls.map((prNumber) =>
      deps.transaction(async (tx) => {
        await lockRepository(tx, repoId)
        await feedback.sendIn(tx, failure(`late ${prNumber}`, { prNumber }))
      })
    )
  ])
  await follow()
  const early = (await deliveries()).filter(({ subject }) => subject.startsWith('early'))
  t.same(new Set(early.map(({ state }) => state)), new Set(['sent']))
})

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

t.test('a rule is deleted only after the word that is being sent by it', ofServer, async (t) => {
  const { rule, failure, sendIn, deps, client, test, deliveries } = await startFeedback(t)
  const { id, installation_id } = await rule({ slack_webhook: SLACK, post_pr_comment: false })
  const drop = () => client.DELETE('/api/phase2/feedback/{id}', { params: { path: { id } } })
  const deletion = await deps.transaction(async (tx) => {
    t.equal((await rulesInForce(tx, installation_id, 'merge_failure')).length, 1)
    const dropped = drop()
    await until(
      'the deletion waits',
      async () => (await test.database.execute(WAITING, [])).rows[0]?.['count'] !== 0
    )
    await sendIn(tx, failure('conflict'))
    return { dropped }
  })
  t.match(await deletion.dropped, { data: { deleted: true } })
  t.same(await deliveries(), [])
})
