import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { endOverdueActions } from '#services/actions/timeouts.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'

const acting = await startActionService(t)
const { world, repository, deps } = acting
await acting.configure()

const label = (): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label: 'bug' },
  pillar: 'triage',
  target: { type: 'issue', number: world.createIssue(repository).issue.number }
})

async function fate(id: number) {
  const row = await acting.rowOf(id)
  return [row?.status, row?.blockedReason]
}

t.test('actions that are not finished in time are ended', async (t) => {
  const [approved, tried] = [await acting.propose(label()), await acting.propose(label())]
  const { targetNumber } = (await acting.rowOf(tried)) ?? {}
  const path = `POST /repos/octo-org/hello/issues/${targetNumber}/labels`
  world.fake.failNext(path, { status: 502, body: 'Unicorn!' })
  await acting.carryOut(tried).catch(() => {})
  world.advance(7 * HOUR_MS)
  await endOverdueActions(deps)
  t.same(
    [await fate(approved), await fate(tried)],
    [
      ['approved', null],
      ['failed', null]
    ]
  )
  world.advance(6 * HOUR_MS)
  await endOverdueActions(deps)
  t.same(await fate(approved), ['cancelled', null])
})
