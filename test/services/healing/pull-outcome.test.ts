import t, { type Test } from 'tap'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { recordRepairOutcomes } from '#services/healing/pull-outcome.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { DEPRECATED_ACTION, UNFORMATTED } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { startRepairService } from '#test/fixtures/repair-service.js'

/** A repository with a repair that is proposed. */
async function proposed(t: Test, log = UNFORMATTED) {
  const healed = await startRepairService(t)
  const broken = healed.failedAtHead(log)
  await healed.send(broken)
  const { world, repository } = healed
  /** The host's clock counts in seconds. */
  const later = <Out>(events: () => Out): Out => {
    world.advance(MINUTE_MS)
    return events()
  }
  const number = repository.lastNumber
  return {
    ...healed,
    attempt: async () => (await healed.healsOf(broken.run.id))[0],
    merge: () => healed.send({ events: later(() => world.mergePull(repository, number)) }),
    close: () => healed.send({ events: later(() => world.closePull(repository, number)) }),
    reopen: () => healed.send({ events: later(() => world.reopenPull(repository, number)) }),
    /** A later run of the workflow, on the branch or another. */
    async next(conclusion: string, branch = 'main') {
      world.advance(MINUTE_MS)
      const { run, events } = world.createRun(repository, { branch })
      await healed.send({ events: [...events, ...world.completeRun(repository, run.id, conclusion)] })
    },
    stats: async () => (await healed.client.GET('/api/heal/stats', { params: { query: {} } })).data
  }
}

t.test('a repair is verified by the first successful run after its merge', async (t) => {
  const heal = await proposed(t)
  await heal.next('success')
  t.match(await heal.attempt(), { prStatus: 'open', outcome: 'pending' }, 'what comes before says nothing')
  await heal.merge()
  t.match(await heal.attempt(), { prStatus: 'merged', outcome: 'pending', prClosedAt: Date })
  await heal.next('success', 'other')
  await heal.next('cancelled')
  t.match(await heal.attempt(), { outcome: 'pending' })
  await heal.next('success')
  t.match(await heal.attempt(), { status: 'healed', outcome: 'verified' })
  await heal.next('failure')
  t.match(await heal.attempt(), { outcome: 'verified' }, 'what comes later says nothing either')
  t.match(await heal.stats(), {
    prs: { open: 0, merged: 1, closed: 0 },
    outcomes: { verified: 1, pending: 0 },
    verified_rate: 1
  })
  const [action] = (await heal.actionsOf()).filter(({ actionType }) => actionType === 'create-patch-pr')
  t.match(action, { healOutcome: 'verified' })
  await checkSums(t, heal.deps)
})

t.test('a repair that does not help is trusted less the next time', async (t) => {
  const heal = await proposed(t, DEPRECATED_ACTION)
  await heal.merge()
  await heal.next('failure')
  t.match(await heal.attempt(), { status: 'healed', outcome: 'ineffective' })
  t.match(await heal.stats(), { outcomes: { ineffective: 1 }, verified_rate: 0 })
  const before = (await heal.decisionsOf())[0]
  heal.world.advance(8 * DAY_MS)
  const again = heal.failedAtHead(DEPRECATED_ACTION)
  await heal.send(again)
  t.match(before, { inputs: /"confidence":"high"/ })
  t.match((await heal.healsOf(again.run.id))[0], { confidence: 'medium' })
  await checkSums(t, heal.deps)
})

t.test('a closed repair is rejected, and open again when it is reopened', async (t) => {
  const heal = await proposed(t)
  await heal.close()
  t.match(await heal.attempt(), { prStatus: 'closed', outcome: 'rejected' })
  t.match(await heal.feedOf(), [{ status: 'closed' }])
  t.match(await heal.stats(), { prs: { open: 0, closed: 1 }, outcomes: { rejected: 1 } })
  await heal.reopen()
  t.match(await heal.attempt(), { prStatus: 'open', outcome: 'pending' })
  await checkSums(t, heal.deps)
})

t.test('given no later run within a week, the outcome of a repair is unknown', async (t) => {
  const heal = await proposed(t)
  await heal.merge()
  heal.world.advance(6 * DAY_MS)
  await recordRepairOutcomes(heal.deps)
  t.match(await heal.attempt(), { outcome: 'pending' })
  heal.world.advance(2 * DAY_MS)
  await recordRepairOutcomes(heal.deps)
  t.match(await heal.attempt(), { prStatus: 'merged', outcome: 'unknown' })
  await checkSums(t, heal.deps)
})

t.test('a pull request outcome that no event reported is recorded all the same', async (t) => {
  const heal = await proposed(t)
  const { world, repository, deps, arrive } = heal
  await arrive(world.mergePull(repository, repository.lastNumber))
  await recordRepairOutcomes(deps)
  await heal.send({ events: [] })
  await recordRepairOutcomes(deps)
  t.match(await heal.attempt(), { prStatus: 'merged' })
})

t.test('log lines are kept for 90 days, and diagnoses longer', async (t) => {
  const heal = await proposed(t)
  heal.world.advance(89 * DAY_MS)
  await dropExpiredRows(heal.deps)
  t.match(await heal.attempt(), { extract: /warn/ })
  heal.world.advance(2 * DAY_MS)
  await dropExpiredRows(heal.deps)
  t.match(await heal.attempt(), { extract: '[]', rootCause: /formatter/ })
})
