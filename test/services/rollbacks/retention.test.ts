// Rollbacks that failed are forgotten after a while; those that say what was taken back are not.
import { eq } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { refusal } from '#demo/world/faults.js'
import { DAY_MS } from '#domain/time/durations.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { type RollbackService, startRollbacks } from '#test/fixtures/rollback-service.js'

/** One that has opened its pull request, and a later one whose pull request the host refused. */
async function revertedAndFailed(t: Test, service: RollbackService) {
  const { world, deploy, land, rollbacks } = service
  await deploy('success')
  const { number } = await land({ 'x.txt': 'broken\n' })
  await deploy('failure')
  await deploy('success')
  await land({ 'y.txt': 'broken as well\n' })
  world.refuseNext('POST /repos/{owner}/{repo}/pulls', 1, () => refusal(422, 'Validation Failed'))
  await deploy('failure')
  const [failed, reverted] = await rollbacks()
  t.match([failed, reverted], [{ status: 'failed' }, { status: 'reverted', pr_number: number }])
  return { number, failedAction: failed?.action_id ?? 0 }
}

const statusesOf = async ({ rollbacks }: RollbackService) => (await rollbacks()).map(({ status }) => status)

t.test('one that failed is kept as long as events of the pipeline', async (t) => {
  const service = await startRollbacks(t)
  const { deps, world } = service
  await revertedAndFailed(t, service)
  world.advance(400 * DAY_MS - 60_000)
  await dropExpiredRows(deps)
  t.same(await statusesOf(service), ['failed', 'reverted'])
  world.advance(120_000)
  await dropExpiredRows(deps)
  t.same(await statusesOf(service), ['reverted'])
})

t.test('a merge that was taken back is never taken back again', async (t) => {
  const service = await startRollbacks(t)
  const { number } = await revertedAndFailed(t, service)
  service.world.advance(3_650 * DAY_MS)
  await dropExpiredRows(service.deps)
  t.match(await service.ask({ pr_number: number }), {
    response: { status: 409 },
    error: { code: 'rollback_exists' }
  })
})

t.test('one whose pull request may be open after all is kept until somebody has looked', async (t) => {
  const service = await startRollbacks(t)
  const { deps, world } = service
  const { failedAction } = await revertedAndFailed(t, service)
  const know = (outcome_unknown: boolean) =>
    deps.db
      .update(managedActions)
      .set({ evidence: { outcome_unknown } })
      .where(eq(managedActions.id, failedAction))
  await know(true)
  world.advance(401 * DAY_MS)
  await dropExpiredRows(deps)
  t.same(await statusesOf(service), ['failed', 'reverted'])
  await know(false)
  await dropExpiredRows(deps)
  t.same(await statusesOf(service), ['reverted'])
})

t.test('the metrics tell how rollbacks ended', async (t) => {
  const service = await startRollbacks(t)
  await revertedAndFailed(t, service)
  const { data } = await service.client.GET('/metrics', { parseAs: 'text' })
  const shown = [...String(data).matchAll(/^automation_rollbacks\{status="(\w+)"\} (\d+)$/gm)]
  t.same(Object.fromEntries(shown.map(([, status, count]) => [status, count])), {
    pending: '0',
    reverted: '1',
    failed: '1'
  })
})
