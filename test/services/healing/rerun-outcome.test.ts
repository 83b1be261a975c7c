// What a later attempt makes of those before it.
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { sweepAttempts } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { type HealService, NETWORK, startHealService } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'

const RERUN = 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs'

async function retry({ client, runOf, send }: HealService, hostRunId: number): Promise<void> {
  const path = { runId: (await runOf(hostRunId))?.id ?? 0 }
  await client.POST('/api/ci/{runId}/retry', { params: { path } })
  await send({ events: [] })
}

t.test('a re-run that the host refused can be requested again', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, ends, healsOf, world, repository, deps, deeds } = healed
  const broken = failed([{ log: NETWORK }])
  world.failNext(RERUN, 1, () => {
    // What is refused has not been done either.
    Object.assign(repository.runs.get(broken.run.id) ?? {}, {
      attempt: 1,
      status: 'completed',
      conclusion: 'failure'
    })
    deeds.written.splice(deeds.written.indexOf(`rerun ${broken.run.id}`), 1)
    return { status: 403, body: { message: 'Resource not accessible by integration' } }
  })
  await send(broken)
  await sweepAttempts(deps, healKind)
  t.match(await healsOf(broken.run.id), [{ status: 'failed', outcome: 'unknown', settledRunAttempt: null }])
  t.same(deeds.written, [`comment on ${broken.run.headSha}`])
  await retry(healed, broken.run.id)
  t.match((await healsOf(broken.run.id))[1], { trigger: 'retry', status: 'attempted', strategy: 'rerun' })
  t.same(deeds.written, [`rerun ${broken.run.id}`])
  await send(ends(broken.run.id, 'success'))
  t.match((await healsOf(broken.run.id))[1], { status: 'healed', settledRunAttempt: 2 })
  await checkSums(t, deps)
})

t.test('a request for a run that has not completed does not keep it from being healed', async (t) => {
  const healed = await startHealService(t)
  const { world, repository, send, ends, healsOf, failed } = healed
  const broken = failed([{ log: NETWORK }])
  world.rerun(repository, broken.run.id)
  await send({ events: world.startRun(repository, broken.run.id) })
  await retry(healed, broken.run.id)
  t.match(await healsOf(broken.run.id), [{ trigger: 'retry', skipReason: 'run_not_failed' }])
  await send(ends(broken.run.id, 'failure'))
  t.match((await healsOf(broken.run.id))[1], { trigger: 'webhook', runAttempt: 2 })
  await send(ends(broken.run.id, 'failure'))
  t.equal((await healsOf(broken.run.id)).length, 2, 'what was looked at is not looked at again')
})

t.test('attempts without progress for a day open the circuit breaker of their branch', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, healsOf, world, deps, configure } = healed
  await configure({ pillars: { ci_healing: { max_fix_attempts: 20 } } })
  for (let nth = 1; nth <= 3; nth += 1) await send(failed([{ log: NETWORK }]))
  world.advance(25 * HOUR_MS)
  await sweepAttempts(deps, healKind)
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'circuit_open' }])
  world.advance(25 * HOUR_MS)
  const later = failed([{ log: NETWORK }])
  await send(later)
  t.match(await healsOf(later.run.id), [{ status: 'attempted' }])
})

t.test('a cancelled re-run is not reported as a failed one', async (t) => {
  const { failed, send, ends, healsOf, feedOf } = await startHealService(t)
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  await send(ends(broken.run.id, 'cancelled'))
  t.match(await healsOf(broken.run.id), [{ status: 'failed', outcome: 'unknown', error: null }])
  t.match(await feedOf(), [{ status: 'failed', detail: /neither passed nor failed/ }])
})

t.test('a re-run that was requested explicitly is in the activity feed, even without a log', async (t) => {
  const { client, failed, send, runOf, healsOf, feedOf, deeds } = await startHealService(t)
  const broken = failed([{ name: 'build' }])
  await send(broken)
  t.same(await feedOf(), [])
  const path = { runId: (await runOf(broken.run.id))?.id ?? 0 }
  await client.POST('/api/ci/{runId}/heal', { params: { path }, body: { strategy: 'rerun' } })
  await send({ events: [] })
  t.same(deeds.written, [`rerun ${broken.run.id}`])
  const asked = (await healsOf(broken.run.id))[1]
  t.match(await feedOf(), [{ sourceId: asked?.id, status: 'attempted', detail: /are run again/ }])
})
