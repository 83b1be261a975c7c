import t from 'tap'
import { MINUTE_MS } from '#domain/time/durations.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { NETWORK, startHealService, TYPE_ERROR } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'

t.test('given a network failure, the run is run again once, and healed when it passes', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, ends, runOf, healsOf, deeds, comments, deps } = healed
  const broken = failed([{ name: 'build', log: NETWORK }])
  await send(broken)
  const { id } = broken.run
  t.same([...deeds.written].sort(), [`comment on ${broken.run.headSha}`, `rerun ${id}`])
  t.match(await runOf(id), {
    healStatus: 'attempted',
    healFailureType: 'network',
    healConfidence: /high|medium/,
    healRootCause: /ECONNRESET|network/i,
    healedAt: null
  })
  const [attempt] = await healsOf(id)
  t.match(attempt, {
    status: 'attempted',
    strategy: 'rerun',
    transient: true,
    trigger: 'webhook',
    attempt: 1
  })
  t.match(attempt, { outcome: 'pending', skipReason: null, failingJob: 'build', runAttempt: 1 })
  t.match(JSON.parse(attempt?.extract ?? ''), [{ job: 'build', lines: Array }])
  t.match(comments(), [/network/])
  await send(ends(id, 'success'))
  t.match(await runOf(id), { healStatus: 'healed', conclusion: 'success', healedAt: Date })
  const all = await healsOf(id)
  t.equal(all.length, 1)
  t.match(all[0], { status: 'healed', outcome: 'verified', settledRunAttempt: 2, finishedAt: Date })
  t.same(deeds.written, [], 'nothing more was done')
  t.match(await healed.feedOf(), [{ sourceId: attempt?.id, status: 'healed', actionType: 'network' }])
  const decided = await healed.decisionsOf()
  t.match(decided, [
    { source: 'ci_heal', decision: 'acted', evaluator: 'ci_heal', triggerEvent: 'workflow_run.completed' }
  ])
  t.equal(decided.length, 1)
  const audited = await deps.db.select().from(auditEntries)
  t.match(
    audited.filter(({ category }) => category === 'heal'),
    [{ eventType: 'rerun' }]
  )
  await checkSums(t, deps)
})

t.test('given a re-run that fails, the attempt ends and nothing is run again', async (t) => {
  const { failed, send, ends, runOf, healsOf, deeds, deps } = await startHealService(t)
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  await send(ends(broken.run.id, 'failure'))
  t.same(deeds.written, [])
  t.match(await runOf(broken.run.id), { healStatus: 'failed', healedAt: null })
  const all = await healsOf(broken.run.id)
  t.equal(all.length, 1)
  t.match(all[0], { status: 'failed', outcome: 'ineffective', settledRunAttempt: 2, error: null })
  await checkSums(t, deps)
})

t.test('given a type error and no model, the diagnosis is posted and nothing else is done', async (t) => {
  const { failed, send, runOf, healsOf, deeds, comments, decisionsOf, deps } = await startHealService(t)
  const broken = failed([{ log: TYPE_ERROR }])
  await send(broken)
  t.same(deeds.written, [`comment on ${broken.run.headSha}`])
  t.match(await runOf(broken.run.id), { healStatus: 'skipped', healFailureType: 'type_check' })
  t.match(await healsOf(broken.run.id), [
    {
      status: 'skipped',
      skipReason: 'no_model',
      strategy: 'comment_only',
      transient: false,
      failingFile: 'src/store/users.ts',
      failingLine: 12,
      suggestedFix: /type check/,
      riskLevel: String
    }
  ])
  t.match(comments(), [/type_check.*src\/store\/users\.ts:12.*MODEL_PROVIDER/s])
  t.match(await decisionsOf(), [{ decision: 'skipped', reason: /language model/ }])
  await checkSums(t, deps)
})

t.test('a dry run decides and writes nothing on the host', async (t) => {
  const { failed, send, configure, healsOf, decisionsOf, actionsOf, deeds, deps } = await startHealService(t)
  await configure({ settings: { dry_run: true } })
  const [network, types] = [failed([{ log: NETWORK }]), failed([{ log: TYPE_ERROR }], { branch: 'fix/a' })]
  for (const { events } of [network, types]) await send({ events })
  t.same(deeds.written, [])
  t.match(await healsOf(network.run.id), [{ status: 'skipped', skipReason: 'dry_run', strategy: 'rerun' }])
  t.match(await healsOf(types.run.id), [{ status: 'skipped', skipReason: 'no_model' }])
  t.match(await decisionsOf(), [{ decision: 'dry_run' }, { decision: 'skipped' }])
  t.same(await actionsOf(), [])
  await checkSums(t, deps)
})

t.test(
  'given several failed jobs, one that will not pass by itself keeps all from being run again',
  async (t) => {
    const { failed, send, healsOf, deeds } = await startHealService(t)
    const broken = failed([
      { name: 'install', log: NETWORK },
      { name: 'types', log: TYPE_ERROR }
    ])
    await send(broken)
    t.match(await healsOf(broken.run.id), [
      { failureType: 'type_check', failingJob: 'types', status: 'skipped' }
    ])
    t.notMatch(deeds.written, [/rerun/])
  }
)

t.test('given a diagnosed and an undiagnosed job, the diagnosed one determines the failure', async (t) => {
  const { failed, send, healsOf } = await startHealService(t)
  const broken = failed([
    { name: 'all green', log: 'something failed\n' },
    { name: 'install', log: NETWORK }
  ])
  await send(broken)
  t.match(await healsOf(broken.run.id), [
    { failureType: 'network', failingJob: 'install', status: 'attempted' }
  ])
})

t.test('given a run whose log the host does not show, the attempt ends with logs_unavailable', async (t) => {
  const { failed, send, healsOf, runOf, deeds } = await startHealService(t)
  const broken = failed([{ name: 'build' }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [
    { status: 'skipped', skipReason: 'logs_unavailable', failureType: 'unknown', confidence: 'low' }
  ])
  t.match(await runOf(broken.run.id), {
    healStatus: 'skipped',
    healFailureType: 'unknown',
    healConfidence: 'low'
  })
  t.same(deeds.written, [])
})

t.test(
  'given a commit that the host permanently refuses to show, the attempt goes by the logs',
  async (t) => {
    const { failed, send, healsOf, world } = await startHealService(t)
    for (const status of [403, 422]) {
      const refuse = () => ({ status, body: { message: 'Resource not accessible by integration' } })
      const [silent, broken] = [failed([{ name: 'build' }]), failed([{ log: NETWORK }])]
      for (const { run, events } of [silent, broken]) {
        world.failNext('GET /repos/{owner}/{repo}/commits/{ref}', 100, refuse)
        await send({ events })
        world.mend()
        t.match(await healsOf(run.id), [
          { error: null, status: run === silent.run ? 'skipped' : 'attempted' }
        ])
      }
      t.match(await healsOf(silent.run.id), [
        { skipReason: 'logs_unavailable', failureType: 'unknown', confidence: 'low' }
      ])
    }
  }
)

t.test('given an uninformative log, the attempt ends as an unknown failure without a comment', async (t) => {
  const { failed, send, healsOf, decisionsOf, deeds } = await startHealService(t)
  const broken = failed([{ log: 'all is well\nso it says\n' }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [
    { status: 'failed', failureType: 'unknown', outcome: null, error: null }
  ])
  t.match(await decisionsOf(), [{ decision: 'error' }])
  t.same(deeds.written, [])
})

t.test('given repeated or differing events about the same completion, the run is healed once', async (t) => {
  const { failed, send, healsOf, world, repository } = await startHealService(t)
  const broken = failed([{ log: TYPE_ERROR }])
  await send(broken)
  world.advance(MINUTE_MS)
  await send({ events: world.completeRun(repository, broken.run.id, 'failure') })
  t.equal((await healsOf(broken.run.id)).length, 1)
})
