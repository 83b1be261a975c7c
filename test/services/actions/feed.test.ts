import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'

const LABELS = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels'

const acting = await startActionService(t)
const { world, repository, client } = acting
await acting.configure({})

const wish = (number: number): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label: 'bug' },
  pillar: 'triage',
  target: { type: 'issue', number }
})

async function itemsOf() {
  const { data } = await client.GET('/api/activity', { params: { query: { source: 'action' } } })
  return { items: data?.data ?? [], total: data?.meta.total }
}

t.test('the activity feed shows how an action ended, and later changes of that', async (t) => {
  const { issue } = world.createIssue(repository)
  const done = await acting.propose(wish(issue.number))
  t.equal((await itemsOf()).total, 0, 'nothing before its end')
  await acting.carryOut(done)
  const item = { source_id: done, target_number: issue.number, action_type: 'add-label', detail: 'test: bug' }
  t.match(await itemsOf(), { items: [{ ...item, status: 'succeeded' }], total: 1 })
  await client.POST('/api/actions/{id}/reconcile', { params: { path: { id: done } }, body: null })
  t.match(await itemsOf(), { items: [{ ...item, status: 'reconciled' }], total: 1 })
  world.failNext(LABELS, 1, () => refusal(422, 'Validation Failed'))
  const failed = await acting.propose(wish(world.createIssue(repository).issue.number))
  await acting.carryOut(failed)
  t.match(await itemsOf(), {
    items: [{ source_id: failed, status: 'failed' }, { source_id: done }],
    total: 2
  })
})
