import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'
import { startJourney } from './journey.js'

const labelled = (label: string, number: number): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label },
  pillar: 'triage',
  target: { type: 'issue', number }
})

t.test('an action is cancelled on its page, and leaves the host alone', async (t) => {
  const acting = await startActionService(t)
  await acting.configure()
  const { issue } = acting.world.createIssue(acting.repository)
  const id = await acting.propose(labelled('bug', issue.number))
  const { open, follow, ask, sees, complaints } = await startJourney(t, acting.app)

  await open('/dashboard/actions')
  await follow('Add a label')
  await ask('Cancel')
  await sees('Cancelled')
  await acting.carryOut(id)
  t.same(acting.deeds.written, [], 'nothing was written')
  t.same(complaints, [], 'the console was silent')
})

t.test('an action that failed is tried again from its page, and takes effect once', async (t) => {
  const acting = await startActionService(t)
  await acting.configure()
  const { issue } = acting.world.createIssue(acting.repository)
  const id = await acting.propose(labelled('bug', issue.number))
  acting.world.fake.failNext(`POST /repos/octo-org/hello/issues/${issue.number}/labels`, refusal(422, 'No'))
  await acting.carryOut(id)
  const { open, follow, ask, sees, complaints } = await startJourney(t, acting.app)

  await open('/dashboard/actions?status=failed')
  await follow('Add a label')
  await ask('Retry')
  await acting.carryOut(id + 1)
  await open(`/dashboard/actions/${id + 1}`)
  await sees('Succeeded')
  await follow(new RegExp(`^action ${id}$`))
  await sees('Failed')
  t.same(acting.deeds.written, [`label bug on ${issue.number}`])
  t.same(complaints, [], 'the console was silent')
})
