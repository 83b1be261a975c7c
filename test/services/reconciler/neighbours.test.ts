import t from 'tap'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'

const fileWith = (settings: string) => ({
  '.github/.service.yml': `baseline:\n  settings:\n    ${settings}\n`
})

t.test('a file that asks for something new is followed at once', async (t) => {
  const { world, repository, tell, stateOf, settings } = await startReconciler(t)
  world.advance(HOUR_MS)
  await tell(world.push(repository, [fileWith('has_wiki: false')]))
  t.match(await stateOf(), { in_sync: true })
  t.equal(settings.has_wiki, false)
})

t.test('a file that grows again and again is followed each time', async (t) => {
  const { world, repository, tell, stateOf } = await startReconciler(t)
  for (let count = 1; count <= 5; count += 1) {
    const lines = Array.from({ length: count }, (_, at) => `\n    topic-${at}: 'd73a4a'`)
    world.advance(6 * MINUTE_MS)
    await tell(
      world.push(repository, [{ '.github/.service.yml': `baseline:\n  labels:${lines.join('')}\n` }])
    )
    t.match(await stateOf(), { in_sync: true, drift_fields: [], last_error: null })
    t.equal(repository.labels.length, count)
  }
})

t.test('what an action is writing waits for its end, and says so', async (t) => {
  const { policy, client, work, configure, reconcile, stateOf, world, tick, repository } =
    await startReconciler(t)
  await policy({ required_labels: { security: 'ff0000' } })
  await client.POST('/api/enforcement/run', { body: {} })
  t.same(await work(['enforcement']), [], 'proposed, and not written')
  await configure({ baseline: { labels: { bug: 'd73a4a' } } })
  await client.POST('/api/phase3/reconciler/run', { body: {} })
  t.same(await work(['reconciler']), [])
  t.match(await stateOf(), {
    in_sync: false,
    last_error: /labels: action \d+ is under way\.$/,
    next_reconcile_at: new Date(world.now().getTime() + HOUR_MS).toISOString()
  })
  t.same(await work(['action']), [])
  world.advance(2 * HOUR_MS)
  await tick()
  t.match(await stateOf(), { in_sync: true, last_error: null })
  t.same(repository.labels.map(({ name }) => name).sort(), ['bug', 'security'])
  t.match(await reconcile(), { writes_planned: 0 })
})

t.test("the organisation's file makes all of its repositories due", async (t) => {
  const names = ['octo-org/hello', 'octo-org/service-config']
  const { world, repositories, tell, tick, reconcile, settings, stateOf } = await startReconciler(t, names)
  await reconcile()
  world.advance(HOUR_MS)
  await tick()
  t.equal(settings.has_wiki, true, 'nothing is desired, and nothing is due')
  const [, organisation] = repositories
  if (!organisation) throw new Error('there is a repository for the organisation')
  await tell(world.push(organisation, [fileWith('has_wiki: false')]))
  world.advance(HOUR_MS)
  await tick()
  t.match(await stateOf(), { in_sync: true })
  t.equal(settings.has_wiki, false)
})

t.test('a violation that the reconciler has corrected is mended by the service', async (t) => {
  const { policy, run, reconcile, violations } = await startReconciler(t)
  await policy()
  await run({ dry_run: true })
  t.match(await violations(), [{ status: 'open' }])
  await reconcile()
  await run()
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'auto' }])
})

t.test('the metrics tell how many violations stand, and how many repositories have drifted', async (t) => {
  const { policy, run, configure, reconcile, metrics } = await startReconciler(t)
  await configure({ baseline: { settings: { has_wiki: false } } })
  await reconcile()
  const states = (inSync: number, drifted: number) =>
    `automation_reconciled_repositories{in_sync="true"} ${inSync}\nautomation_reconciled_repositories{in_sync="false"} ${drifted}\n`
  t.match(await metrics(), states(1, 0))
  await policy({ mode: 'audit' })
  await run()
  await reconcile()
  t.match(await metrics(), states(0, 1))
  t.match(await metrics(), 'automation_policy_violations{status="open"} 1\n')
})

t.test('runs are forgotten after 90 days, and what they did is not', async (t) => {
  const { configure, reconcile, runs, decided, world, deps } = await startReconciler(t)
  await configure({ baseline: { settings: { has_wiki: false } } })
  await reconcile()
  world.advance(89 * DAY_MS)
  await dropExpiredRows(deps)
  t.equal((await runs()).length, 1)
  world.advance(2 * DAY_MS)
  await dropExpiredRows(deps)
  t.same(await runs(), [])
  t.equal((await decided()).length, 1)
})
