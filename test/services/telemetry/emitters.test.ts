// What healing, enforcement and the reconciler tell about the pipeline, each thing once.
import t from 'tap'
import type { PipelineEventType } from '#schemas/telemetry/enums.js'
import { runConfigValidation } from '#services/enforcement/config-validation.js'
import { startActionService } from '#test/fixtures/action-service.js'
import { NETWORK, startHealService } from '#test/fixtures/heal-service.js'
import { pushedFiles } from '#test/fixtures/pushed-files.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'

type Client = Awaited<ReturnType<typeof startActionService>>['client']

/** The oldest first. */
async function eventsOf(client: Client, ...types: PipelineEventType[]) {
  const { data } = await client.GET('/api/phase2/telemetry/events', { params: { query: { per_page: 100 } } })
  return (data?.data ?? []).filter(({ event_type }) => types.includes(event_type)).toReversed()
}

const HEALING = ['heal_attempted', 'heal_succeeded', 'heal_failed'] as const

t.test('a re-run that passes is an attempt and a success; one that fails, a failure', async (t) => {
  const { client, failed, send, ends } = await startHealService(t)
  const first = failed([{ log: NETWORK }])
  await send(first)
  const attempted = { event_type: 'heal_attempted', success: null, ref: 'main', actor: 'service[bot]' }
  t.match(await eventsOf(client, ...HEALING), [
    { ...attempted, metadata: { type: 'rerun', run_id: first.run.id, failure_type: 'network' } }
  ])
  await send(ends(first.run.id, 'success'))
  const { length } = await eventsOf(client, ...HEALING)
  t.equal(length, 2)
  const second = failed([{ log: NETWORK }], { branch: 'topic' })
  await send(second)
  await send(ends(second.run.id, 'failure'))
  t.match(await eventsOf(client, ...HEALING), [
    attempted,
    { event_type: 'heal_succeeded', success: true, duration_ms: Number, metadata: { outcome: 'verified' } },
    { event_type: 'heal_attempted', ref: 'topic' },
    { event_type: 'heal_failed', success: false, ref: 'topic', metadata: { outcome: 'ineffective' } }
  ])
  const { data } = await client.GET('/api/phase2/telemetry/summary')
  t.match(data?.heals, { total: 1 })
})

t.test('a commit whose configuration files are broken is told of once', async (t) => {
  const acting = await startActionService(t)
  const { push } = pushedFiles(acting)
  const broken = { '.github/workflows/ci.yml': 'on: push\njobs:\n  test:\n    steps: []\n' }
  const [job] = await push([broken], 'topic')
  if (job) await runConfigValidation(acting.deps, job)
  await push([{ 'package.json': '{"name": "fine", "version": "1.0.0"}' }], 'topic')
  const told = await eventsOf(acting.client, 'config_failed')
  t.match(told, [
    {
      ref: 'topic',
      success: false,
      metadata: {
        commit_sha: job?.head_sha,
        error_count: Number,
        warn_count: Number,
        files: ['.github/workflows/ci.yml']
      }
    }
  ])
  t.equal(told.length, 1)
})

const ENFORCEMENT = ['violation_detected', 'violation_remediated', 'enforcement_run_completed'] as const

t.test('a violation is told of when it is found and when it has ended', async (t) => {
  const { client, policy, run, fleet } = await startReconciler(t)
  const { id, name } = await policy({ mode: 'enforce', min_reviews: 1 })
  await run()
  const violation = { ref: 'main', metadata: { policy_id: id, policy: name, trigger: 'enforcement' } }
  const found = { ...violation, event_type: 'violation_detected', actor: 'service[bot]', success: null }
  const events = await eventsOf(client, ...ENFORCEMENT)
  t.match(events[0], found)
  t.match(
    events.filter(({ event_type }) => event_type === 'violation_remediated'),
    [{ ...violation, success: true, metadata: { remediated_by: 'auto' } }]
  )
  t.match(events.filter(({ event_type }) => event_type === 'enforcement_run_completed').slice(0, 1), [
    {
      ref: null,
      metadata: {
        trigger: 'api',
        dry_run: false,
        compared: 1,
        branches: 1,
        violations: 1,
        corrections: 1,
        failed: 0
      }
    }
  ])
  t.match(events.filter(({ event_type }) => event_type === 'enforcement_run_completed').slice(1), [
    { metadata: { trigger: 'enforcement.corrected', branches: 1, violations: 0, remediated: 1, failed: 0 } }
  ])
  await fleet()
  t.same(await eventsOf(client, ...ENFORCEMENT), events, 'a run by the clock that finds no news says nothing')
  await run({ dry_run: true })
  t.equal((await eventsOf(client, ...ENFORCEMENT)).length, events.length + 1, 'one that is asked for does')
})

t.test('a comparison that lacks what the host does not show is no success', async (t) => {
  const { client, policy, run, world, repository } = await startReconciler(t)
  world.protectBranch(repository, 'main', {})
  const GET = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
  world.failNext(GET, 1, () => ({ status: 403, body: { message: 'Upgrade to GitHub Pro' } }))
  await policy({ mode: 'audit', min_reviews: 1 })
  await run()
  await run()
  t.match(await eventsOf(client, 'enforcement_run_completed'), [
    { success: false, metadata: { compared: 0, unread: 1 } },
    { success: true, metadata: { compared: 1, unread: 0 } }
  ])
})

t.test('a correction that the host refuses is told of by the run that follows it', async (t) => {
  const { client, policy, run, world, repository } = await startReconciler(t)
  repository.private = true
  world.changePlan(repository)
  await policy({ mode: 'enforce', min_reviews: 1 })
  await run()
  t.match((await eventsOf(client, 'enforcement_run_completed')).slice(0, 2), [
    { metadata: { trigger: 'api', violations: 1, corrections: 1, failed: 0 } },
    {
      metadata: { trigger: 'enforcement.corrected', violations: 1, remediated: 0, corrections: 0, failed: 1 }
    }
  ])
})

t.test('violations that a changed policy ends are told of as such', async (t) => {
  const { client, policy, run, work } = await startReconciler(t)
  const { id } = await policy({ mode: 'audit', min_reviews: 1 })
  await run()
  await client.PUT('/api/enforcement/policies/{id}', { params: { path: { id } }, body: { enabled: false } })
  t.same(await work(['enforcement']), [])
  t.match(await eventsOf(client, 'violation_detected', 'violation_remediated'), [
    { event_type: 'violation_detected' },
    { event_type: 'violation_remediated', actor: null, metadata: { remediated_by: 'policy_change' } }
  ])
})

t.test('a run of the reconciler tells of each repository once, and of what it corrected', async (t) => {
  const { client, configure, reconcile } = await startReconciler(t)
  await configure({ baseline: { labels: { bug: 'd73a4a' }, settings: { has_wiki: false } } })
  const { id } = await reconcile()
  const told = () => eventsOf(client, 'violation_remediated', 'reconcile_run_completed')
  const corrected = [
    {
      event_type: 'violation_remediated',
      success: true,
      metadata: {
        drift_fields: ['label.missing.bug', 'settings.has_wiki'],
        trigger: 'policy_reconciler'
      }
    },
    {
      event_type: 'reconcile_run_completed',
      success: true,
      metadata: { reconcile_run_id: id, in_sync: true, corrected: true }
    }
  ]
  t.match(await told(), corrected)
  const again = await reconcile()
  t.match(await told(), [...corrected, { metadata: { reconcile_run_id: again.id, corrected: false } }])
})
