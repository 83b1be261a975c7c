// How healing learns of runs: by events and by lists, in whatever order they come.
import t from 'tap'
import { addJobs } from '#demo/world/ci/job-logs.js'
import { fault } from '#demo/world/world.js'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { ResourceLocked } from '#errors/locked.js'
import { openHost } from '#host/index.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { handleCompletedRun } from '#services/healing/completed-run.js'
import { runHeal } from '#services/healing/run.js'
import { requestRepositorySyncs } from '#services/mirror/sync/request.js'
import {
  type HealService,
  healJobOf,
  NETWORK,
  startHealService,
  TYPE_ERROR
} from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'

async function sync({ deps, repoId, send }: HealService): Promise<void> {
  await deps.transaction((tx) => requestRepositorySyncs(deps, tx, [repoId]))
  await send({ events: [] })
}

t.test(
  'a failure that no event reported is found by a sync, and so is the result of its re-run',
  async (t) => {
    const healed = await startHealService(t)
    const { failed, ends, healsOf, runOf, deeds, world, deps } = healed
    const broken = failed([{ log: NETWORK }])
    await sync(healed)
    t.match(await healsOf(broken.run.id), [{ trigger: 'sync', status: 'attempted', strategy: 'rerun' }])
    t.match(deeds.written, [/./, /./])
    world.advance(3 * HOUR_MS)
    ends(broken.run.id, 'success')
    await sync(healed)
    t.match(await healsOf(broken.run.id), [{ status: 'healed', outcome: 'verified' }])
    await sync(healed)
    t.equal((await healsOf(broken.run.id)).length, 1)
    t.match(await runOf(broken.run.id), { healStatus: 'healed' })
    await checkSums(t, deps)
  }
)

t.test('without a credential an attempt ends by a guard, or because no log can be read', async (t) => {
  const host = openHost(['whsec-test-0123456789'])
  const { failed, send, configure, healsOf, runOf, deps } = await startHealService(t, {
    work: true,
    deps: { host }
  })
  for (const [enabled, skipReason] of [
    [true, 'logs_unavailable'],
    [false, 'pillar_disabled']
  ] as const) {
    await configure({ pillars: { ci_healing: { enabled } } })
    const { run, events } = failed([{ log: NETWORK }])
    await send({ events })
    t.match(await healsOf(run.id), [{ status: 'skipped', skipReason, error: null }])
    t.match(await runOf(run.id), { healStatus: 'skipped' })
  }
  await checkSums(t, deps)
})

t.test('a run that failed long before the service saw it is not healed', async (t) => {
  const healed = await startHealService(t)
  const { failed, healsOf, runOf, world } = healed
  const listed = failed([{ log: NETWORK }])
  world.advance(2 * HOUR_MS)
  const told = failed([{ log: NETWORK }])
  await sync(healed)
  t.same(await healsOf(listed.run.id), [])
  t.match(await runOf(listed.run.id), { healStatus: 'pending', conclusion: 'failure' })
  world.advance(25 * HOUR_MS)
  t.equal((await healsOf(told.run.id)).length, 1)
})

t.test('a lock that somebody else holds is no fault of an attempt', async (t) => {
  const healed = await startHealService(t, { work: false })
  const { failed, arrive, healsOf, deps } = healed
  const { run, events } = failed([{ log: NETWORK }])
  await arrive(events)
  await handleDelivery(deps, (await healed.deliveryOf(events[0]?.guid ?? ''))?.id ?? 0)
  await handleCompletedRun(deps, { host_run_id: run.id, trigger: 'webhook' })
  const [heal] = await healsOf(run.id)
  let calls = 0
  const transaction: Deps['transaction'] = (work) => {
    calls += 1
    return calls === 1 ? Promise.reject(new ResourceLocked('The repository')) : deps.transaction(work)
  }
  await t.rejects(runHeal({ ...deps, transaction }, healJobOf(heal)), { name: 'ResourceLocked' })
  t.match(await healsOf(run.id), [{ status: 'pending', error: null }])
})

t.test('while the configuration is unreadable, nothing is done and nothing is lost', async (t) => {
  const healed = await startHealService(t, { work: false })
  const { failed, arrive, healsOf, deps, world, deeds, forgetFile, configure, decisionsOf, queue, send } =
    healed
  const broken = failed([{ log: NETWORK }])
  await arrive(broken.events)
  await handleDelivery(deps, (await healed.deliveryOf(broken.events[0]?.guid ?? ''))?.id ?? 0)
  await handleCompletedRun(deps, { host_run_id: broken.run.id, trigger: 'webhook' })
  await forgetFile()
  const [heal] = await healsOf(broken.run.id)
  world.failNext('*', 100, fault.broken())
  await t.rejects(runHeal(deps, healJobOf(heal)), /configuration/)
  t.match(await healsOf(broken.run.id), [{ status: 'pending', error: /configuration/ }])
  t.same([await decisionsOf(), deeds.written], [[], []])
  world.mend()
  world.advance(HOUR_MS)
  await configure({})
  await queue.work(deps)
  t.teardown(() => queue.drain(5_000))
  await send({ events: [] })
  await runHeal(deps, healJobOf(heal))
  t.match(await healsOf(broken.run.id), [{ status: 'attempted', strategy: 'rerun', error: null }])
})

t.test('given a re-run by a person in the meantime, healing uses the result of the re-run', async (t) => {
  const healed = await startHealService(t, { work: false })
  const { failed, arrive, healsOf, runOf, world, repository, queue, deps, send } = healed
  const broken = failed([{ log: NETWORK }])
  await arrive(broken.events)
  world.rerun(repository, broken.run.id)
  const run = repository.runs.get(broken.run.id)
  if (run) addJobs(world.state, run, [{ log: TYPE_ERROR }])
  await arrive(world.completeRun(repository, broken.run.id, 'failure'))
  await queue.work(deps)
  t.teardown(() => queue.drain(5_000))
  await send({ events: [] })
  const last = (await healsOf(broken.run.id)).at(-1)
  t.match(last, { runAttempt: 2, failureType: 'type_check', skipReason: 'no_model' })
  t.match(await runOf(broken.run.id), { healStatus: 'skipped', healFailureType: 'type_check' })
  await checkSums(t, deps)
})

t.test('an attempt gives way to a later attempt of its run', async (t) => {
  const healed = await startHealService(t, { work: false })
  const { failed, arrive, healsOf, world, repository, queue, deps, send, deliveryOf } = healed
  const take = async (events: typeof broken.events) => {
    await arrive(events)
    for (const { guid } of events) await handleDelivery(deps, (await deliveryOf(guid))?.id ?? 0)
  }
  const broken = failed([{ log: NETWORK }])
  const news = { host_run_id: broken.run.id, trigger: 'webhook' } as const
  await take(broken.events)
  await handleCompletedRun(deps, news)
  world.rerun(repository, broken.run.id)
  const run = repository.runs.get(broken.run.id)
  if (run) addJobs(world.state, run, [{ log: TYPE_ERROR }])
  await take(world.completeRun(repository, broken.run.id, 'failure'))
  await handleCompletedRun(deps, news)
  t.equal((await healsOf(broken.run.id)).length, 1, 'the first is still open')
  await queue.work(deps)
  t.teardown(() => queue.drain(5_000))
  await send({ events: [] })
  t.match(await healsOf(broken.run.id), [
    { runAttempt: 1, status: 'skipped', skipReason: 'superseded' },
    { runAttempt: 2, status: 'skipped', skipReason: 'no_model' }
  ])
})
