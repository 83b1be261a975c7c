import t from 'tap'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { type HealService, NETWORK, startHealService, TYPE_ERROR } from '#test/fixtures/heal-service.js'

const healing = (settings: JsonObject): JsonObject => ({ pillars: { ci_healing: settings } })

/** How the last attempt at a run ended. */
async function skipped({ send, healsOf }: HealService, broken: ReturnType<HealService['failed']>) {
  await send(broken)
  const { status, skipReason } = (await healsOf(broken.run.id)).at(-1) ?? {}
  return [status, skipReason]
}

t.test(
  'given a configuration or run that forbids healing, it is skipped before any log is read',
  async (t) => {
    const healed = await startHealService(t)
    const { failed, configure, world, decisionsOf, deeds } = healed
    world.forgetCounts()
    await configure(healing({ enabled: false }))
    t.same(await skipped(healed, failed([{ log: NETWORK }])), ['skipped', 'pillar_disabled'])
    await configure(healing({ triggers: { branches: ['release/*'] } }))
    t.same(await skipped(healed, failed([{ log: NETWORK }])), ['skipped', 'trigger_filtered'])
    await configure(healing({ triggers: { ignore_authors: ['Renovate*'] } }))
    t.same(await skipped(healed, failed([{ log: NETWORK }], { actor: 'renovate[bot]' })), [
      'skipped',
      'trigger_filtered'
    ])
    await configure({})
    t.same(await skipped(healed, failed([{ log: NETWORK }], { branch: 'service/heal-1' })), [
      'skipped',
      'self_activity'
    ])
    t.same(await skipped(healed, failed([{ log: NETWORK }], { actor: 'service[bot]' })), [
      'skipped',
      'self_activity'
    ])
    t.equal(world.count('GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs'), 0)
    t.same(deeds.written, [])
    t.equal((await decisionsOf()).length, 5, 'each exit leaves one decision')
  }
)

t.test(
  'a run on a branch of the service is its own doing, and so is one of a fork of that name',
  async (t) => {
    const healed = await startHealService(t)
    const own = [
      'service/fix-1',
      'service-queue/main-1',
      'service-queue-build/main-1',
      'service-rollback/pr-1-1'
    ]
    for (const branch of own)
      t.same(
        await skipped(healed, healed.failed([{ log: NETWORK }], { branch })),
        ['skipped', 'self_activity'],
        branch
      )
    const ofFork = { branch: 'service/fix-1', fork: 77_001 }
    t.same(await skipped(healed, healed.failed([{ log: NETWORK }], ofFork)), ['skipped', 'self_activity'])
    const other = healed.failed([{ log: NETWORK }], { branch: 'service-queues' })
    t.same(await skipped(healed, other), ['attempted', null])
  }
)

t.test('a waiver for the branch stops healing, and its use is counted', async (t) => {
  const healed = await startHealService(t)
  const { data } = await healed.client.POST('/api/waivers', {
    body: {
      repo: 'octo-org/hello',
      pillar: 'ci_healing',
      scope: 'branch',
      scope_value: 'release/*',
      reason: 'Frozen.',
      granted_by: 'octocat'
    }
  })
  t.same(await skipped(healed, healed.failed([{ log: NETWORK }], { branch: 'release/1' })), [
    'skipped',
    'waived'
  ])
  const { data: used } = await healed.client.GET('/api/waivers', { params: { query: {} } })
  t.match(used?.data, [{ id: data?.data.id, uses: 1 }])
  t.match(await healed.decisionsOf(), [{ decision: 'skipped', waiverId: data?.data.id }])
})

t.test('a branch has a daily limit of repairs, and then pauses for a day', async (t) => {
  const healed = await startHealService(t)
  const { failed, configure, world } = healed
  await configure(healing({ max_fix_attempts: 1 }))
  t.same(await skipped(healed, failed([{ log: NETWORK }])), ['attempted', null])
  t.same(await skipped(healed, failed([{ log: NETWORK }])), ['skipped', 'attempt_cap'])
  t.same(await skipped(healed, failed([{ log: NETWORK }])), ['skipped', 'cooldown'])
  t.same(await skipped(healed, failed([{ log: NETWORK }], { branch: 'fix/a' })), ['attempted', null])
  world.advance(25 * HOUR_MS)
  t.same(await skipped(healed, failed([{ log: NETWORK }])), ['attempted', null])
})

t.test('given a re-run that did not help, the same failure on that branch is not run again', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, ends } = healed
  const first = failed([{ log: NETWORK }])
  t.same(await skipped(healed, first), ['attempted', null])
  await send(ends(first.run.id, 'failure'))
  t.same(await skipped(healed, failed([{ log: NETWORK }])), ['skipped', 'duplicate_signature'])
  t.same(await skipped(healed, failed([{ log: NETWORK }], { branch: 'fix/a' })), ['attempted', null])
})

t.test('given a later successful run of the workflow, healing is skipped', async (t) => {
  const healed = await startHealService(t, { work: false })
  t.teardown(() => healed.queue.drain(5_000))
  const { failed, world, repository, arrive, queue, deps } = healed
  const broken = failed([{ log: NETWORK }])
  world.advance(MINUTE_MS)
  const { run } = world.createRun(repository)
  await arrive([...broken.events, ...world.completeRun(repository, run.id, 'success')])
  await queue.work(deps)
  t.same(await skipped(healed, { ...broken, events: [] }), ['skipped', 'superseded'])
})

const OF_INCIDENT = /other repositories fail alike/

t.test(
  'the same failure in five repositories within an hour is one incident, and healing pauses',
  async (t) => {
    const healed = await startHealService(t)
    const { failed, send, healsOf, another, feedOf, world } = healed
    const ends: unknown[] = []
    for (let nth = 1; nth <= 6; nth += 1) {
      const where = await another(`repo-${nth}`)
      const broken = failed([{ log: NETWORK }], {}, where)
      await send(broken)
      ends.push((await healsOf(broken.run.id))[0]?.skipReason)
    }
    t.same(ends, [null, null, null, null, 'incident', 'incident'])
    const told = (await feedOf()).filter(({ detail }) => OF_INCIDENT.test(detail))
    t.match(told, [{ status: 'skipped', actionType: 'network' }])
    t.equal(told.length, 1)
    for (let nth = 1; nth <= 5; nth += 1) {
      const broken = failed([{ log: TYPE_ERROR }], {}, await another(`types-${nth}`))
      await send(broken)
      t.match(
        await healsOf(broken.run.id),
        [{ skipReason: 'no_model' }],
        'what only looks alike is no incident'
      )
    }
    world.advance(2 * HOUR_MS)
    const later = failed([{ log: NETWORK }], {}, await another('later'))
    await send(later)
    t.match(await healsOf(later.run.id), [{ status: 'attempted' }])
  }
)

t.test('an incident is detected at once, even if all repositories fail at the same moment', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, healsOf, another, feedOf } = healed
  const broken: ReturnType<HealService['failed']>[] = []
  for (let nth = 1; nth <= 8; nth += 1)
    broken.push(failed([{ log: NETWORK }], {}, await another(`repo-${nth}`)))
  await send({ events: broken.flatMap(({ events }) => events) })
  const all = await Promise.all(broken.map(({ run }) => healsOf(run.id)))
  const reasons = all.flat().map(({ skipReason }) => skipReason)
  t.equal(reasons.filter((reason) => reason === null).length, 4)
  t.equal(reasons.filter((reason) => reason === 'incident').length, 4)
  t.equal((await feedOf()).filter(({ detail }) => OF_INCIDENT.test(detail)).length, 1)
})

t.test('a rule whose re-runs fail is trusted less, in this repository only', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, ends, healsOf, configure, another } = healed
  await configure(healing({ max_fix_attempts: 20 }))
  const words: unknown[] = []
  for (let nth = 1; nth <= 5; nth += 1) {
    const broken = failed([{ log: NETWORK }], { branch: `fix/${nth}` })
    await send(broken)
    words.push((await healsOf(broken.run.id))[0]?.confidence)
    if (words.at(-1) !== 'low') await send(ends(broken.run.id, 'failure'))
    else t.match(await healsOf(broken.run.id), [{ skipReason: 'low_confidence' }])
  }
  t.equal(words.at(-1), 'low')
  const elsewhere = failed([{ log: NETWORK }], {}, await another('other'))
  await send(elsewhere)
  t.equal((await healsOf(elsewhere.run.id))[0]?.confidence, words[0])
})
