import { and, eq, lte } from 'drizzle-orm'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { verifyActions } from '#services/actions/verify.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'
import { seedRepository } from '#test/fixtures/seed.js'

const acting = await startActionService(t)
acting.test.leaveWrongSums('actions are copied, without what they count for')
const { world, repository, deps, deeds } = acting
await acting.configure()

const newIssue = () => ({ type: 'issue', number: world.createIssue(repository).issue.number }) as const
const label = (): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label: 'bug' },
  pillar: 'triage',
  target: newIssue()
})
const comment = (body: string): RequestedAction => ({
  actionType: 'add-comment',
  arguments: { body },
  pillar: 'triage',
  target: newIssue()
})

t.test('a failed verification leaves the row unchanged and does not block the others', async (t) => {
  const lost = await acting.propose(label())
  const kept = await acting.propose(label())
  for (const id of [lost, kept]) await acting.carryOut(id)
  world.labelIssue(repository, (await acting.rowOf(kept))?.targetNumber ?? 0, 'bug')
  world.advance(7 * HOUR_MS)
  const number = (await acting.rowOf(lost))?.targetNumber
  const broken = { status: 502, body: 'Unicorn!' }
  world.fake.failNext(`GET /repos/octo-org/hello/issues/${number}/labels`, broken, broken, broken, broken)
  await verifyActions(deps)
  t.match(await acting.rowOf(lost), { status: 'succeeded', reconciliationStatus: null })
  t.match(await acting.rowOf(kept), { status: 'reconciled', reconciliationStatus: 'drifted' })
  t.match(await acting.checksOf(kept), [{ checkType: 'label', drifted: true }])
  world.advance(7 * HOUR_MS)
  await verifyActions(deps)
  t.match(await acting.rowOf(lost), { status: 'reconciled', reconciliationStatus: 'confirmed' })
})

t.test('one sweep verifies all due actions, however many there are', async (t) => {
  const id = await acting.propose(comment('many'))
  await acting.carryOut(id)
  const { id: _, ...row } = (await acting.rowOf(id)) ?? {}
  // The border to the row, which is whole but for its id.
  const copies = Array.from({ length: 250 }, () => row as typeof managedActions.$inferInsert)
  await deps.db.insert(managedActions).values(copies)
  world.advance(7 * HOUR_MS)
  await verifyActions(deps)
  const due = and(eq(managedActions.status, 'succeeded'), lte(managedActions.checkAfter, world.now()))
  t.equal(await deps.db.$count(managedActions, due), 0)
})

t.test('actions in an inaccessible repository are not reported as drifted', async (t) => {
  const kept = await acting.propose(label())
  await acting.carryOut(kept)
  const sha = 'a'.repeat(40)
  deeds.refs.set('old', sha)
  deeds.written.length = 0
  const drop = await acting.propose({
    actionType: 'delete-branch',
    arguments: { sha },
    pillar: 'maintainer',
    target: { type: 'branch', branch: 'old' }
  })
  world.deleteRepository(repository)
  await acting.carryOut(drop)
  t.match(await acting.rowOf(drop), { status: 'blocked', blockedReason: 'target_drifted' })
  world.advance(7 * HOUR_MS)
  await verifyActions(deps)
  t.match(await acting.rowOf(kept), { status: 'succeeded', reconciliationStatus: null })
  await seedRepository(deps, { hostId: acting.repoId, change: 'deleted', at: world.now() })
  world.advance(7 * HOUR_MS)
  await verifyActions(deps)
  t.match(await acting.rowOf(kept), { status: 'succeeded', reconciliationStatus: null })
  t.same(deeds.written, [])
})
