import t from 'tap'
import { fault, refusal } from '#demo/world/faults.js'
import { deadLetterAction } from '#services/actions/failed-executions.js'
import { retryAction } from '#services/actions/requests.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'

const acting = await startActionService(t)
const { world, repository, deps, deeds } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

const newIssue = () => ({ type: 'issue', number: world.createIssue(repository).issue.number }) as const
const comment = (body: string): RequestedAction => ({
  actionType: 'add-comment',
  arguments: { body },
  pillar: 'triage',
  target: newIssue()
})

t.test('a chain of retries ends, and concurrent requests make one child', async (t) => {
  let id = await acting.propose({ ...comment('again'), maxRetries: 2 })
  const number = (await acting.rowOf(id))?.targetNumber
  const failing = async () => {
    // Refused before anything is done.
    world.fake.failNext(`POST /repos/octo-org/hello/issues/${number}/comments`, refusal(422, 'No'))
    await acting.carryOut(id)
  }
  await failing()
  const asked = await Promise.allSettled([1, 2, 3].map(() => retryAction(deps, id, 'admin')))
  const [made] = asked.filter((one) => one.status === 'fulfilled')
  t.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1)
  const parent = id
  id = JSON.parse(made?.value ?? '{}').action.id
  t.match(await acting.rowOf(id), { status: 'retrying', retries: 1, parentActionId: parent, maxRetries: 2 })
  await failing()
  id = JSON.parse(await retryAction(deps, id, 'admin')).action.id
  await failing()
  await t.rejects(retryAction(deps, id, 'admin'), { code: 'retry_limit' })
})

t.test('an action that was proposed again since cannot be retried', async (t) => {
  const wish = { ...comment('once more'), actionKey: 'once-more' }
  const failed = await acting.propose(wish)
  const number = (await acting.rowOf(failed))?.targetNumber
  world.fake.failNext(`POST /repos/octo-org/hello/issues/${number}/comments`, refusal(422, 'No'))
  await acting.carryOut(failed)
  await acting.carryOut(await acting.propose(wish))
  await t.rejects(retryAction(deps, failed, 'admin'), { code: 'invalid_state' })
  t.equal(deeds.written.length, 1)
})

t.test('a retry whose target has changed is blocked', async (t) => {
  const target = newIssue()
  const wish = { ...comment('too late'), target: { type: 'issue' as const, number: target.number } }
  const id = await acting.propose({ ...wish, evidence: { target_snapshot: { state: 'open' } } })
  world.fake.failNext(`POST /repos/octo-org/hello/issues/${target.number}/comments`, refusal(422, 'No'))
  await acting.carryOut(id)
  const child = JSON.parse(await retryAction(deps, id, 'admin')).action.id
  world.closeIssue(repository, target.number)
  await acting.carryOut(child)
  t.match(await acting.rowOf(child), { status: 'blocked', blockedReason: 'target_drifted' })
  t.same(deeds.written, [])
})

t.test('a retry finds the effect of the earlier attempt', async (t) => {
  const id = await acting.propose(comment('done already'))
  world.failNext('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', 1, (answer, now) => {
    world.failNext('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', 10, fault.broken())
    return fault.broken()(answer, now)
  })
  await acting.carryOut(id)
  world.mend()
  await deadLetterAction(deps, id)
  const [row] = [await acting.rowOf(id)]
  // The host has answered with an error, and has done it all the same.
  t.equal(deeds.written.length, 1)
  const child = JSON.parse(await retryAction(deps, id, 'admin')).action.id
  await acting.carryOut(child)
  t.match(await acting.rowOf(child), { status: 'succeeded', marker: row?.marker })
  t.equal(deeds.written.length, 1)
})
