import t from 'tap'
import { mirrorRuns } from '#services/mirror/mirror.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { recordPipelineEvents } from '#services/telemetry/record.js'
import { resetHistory } from '#test/fixtures/random-history.js'
import { checkSums } from '#test/fixtures/recount.js'
import { minute, runAt } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const DAY = 24 * 60
let now = minute(2 * DAY)
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps } = service
t.beforeEach(() => resetHistory(deps))

type Run = Parameters<typeof runAt>[2]
const told = (id: number, updated: number, run: Run) =>
  deps.transaction((tx) => mirrorRuns(deps, tx, { repoId: 1 }, [runAt(id, updated, run)]))
const listed = (runs: readonly ReturnType<typeof runAt>[]) =>
  deps.transaction((tx) => mirrorRuns(deps, tx, { repoId: 1, shownAt: now }, runs))
const ended = (at: number, more: Run = {}) => ({
  conclusion: 'success' as const,
  completedAt: minute(at),
  ...more
})

async function events() {
  const { data } = await client.GET('/api/phase2/telemetry/events', {
    params: { query: { event_type: 'ci_run_completed' } }
  })
  return data?.data ?? []
}

t.test('a run that completes is told of once, with how it went and how long it took', async (t) => {
  await told(3, 5, { status: 'in_progress' })
  t.same(await events(), [])
  await told(3, 9, ended(8, { branch: 'topic', workflowName: 'build' }))
  t.match(await events(), [
    {
      repo_id: 1,
      actor: 'octocat',
      ref: 'topic',
      pr_number: null,
      duration_ms: 5 * 60_000,
      success: true,
      metadata: { run_id: 3, run_attempt: 1, workflow: 'build', conclusion: 'success' },
      occurred_at: minute(8).toISOString()
    }
  ])
})

t.test(
  'whoever tells of a run, an event or a sync, in any order and again, it is told of once',
  async (t) => {
    const run = runAt(3, 9, ended(8))
    await told(3, 9, ended(8))
    await listed([run])
    await told(3, 9, ended(8))
    await listed([runAt(4, 12, ended(12)), run])
    await told(4, 12, ended(12))
    await told(4, 13, ended(12))
    t.same(
      (await events()).map(({ metadata }) => metadata['run_id']),
      [4, 3]
    )
    await checkSums(t, deps)
  }
)

t.test('CI on candidates of the queue is what its merges cost, whatever became of them', async (t) => {
  const summary = async () => (await client.GET('/api/phase2/telemetry/summary')).data?.queue
  const branch = 'service-queue/main/1-1'
  await told(3, 9, ended(8, { branch, createdAt: minute(3) }))
  t.match(await summary(), { ci_minutes_per_merge: null }, 'nothing has been merged')
  const merge = { repoId: 1, type: 'pr_merged' as const, actor: null, occurredAt: minute(9) }
  const merges = [merge, { ...merge, metadata: { tested: true } }]
  await deps.transaction((tx) => recordPipelineEvents(tx, merges))
  await told(4, 9, ended(8, { branch, createdAt: minute(1), conclusion: 'failure' }))
  await told(5, 9, ended(8, { branch, createdAt: minute(1), attempt: 2 }))
  await told(6, 9, ended(8, { branch, createdAt: minute(1), forkId: 77 }))
  await told(7, 9, ended(8, { branch: 'service-queue-build/main/1-1', createdAt: minute(1) }))
  t.match(await summary(), { ci_minutes_per_merge: 6, tested_share: 0.5 })
  const candidates = (await events()).filter(({ metadata }) => metadata['candidate'] === true)
  t.same(candidates.map(({ metadata }) => metadata['run_id']).toSorted(), [3, 4, 5])
  await checkSums(t, deps)
})

t.test('each attempt of a run is told of, and what comes too late is not', async (t) => {
  await told(3, 9, ended(8, { conclusion: 'failure' }))
  await told(3, 12, { attempt: 2, status: 'in_progress' })
  await told(3, 20, ended(19, { attempt: 2 }))
  await told(3, 10, ended(8, { conclusion: 'failure' }))
  t.match(await events(), [
    { success: true, duration_ms: null, metadata: { run_attempt: 2 } },
    { success: false, metadata: { run_attempt: 1 } }
  ])
})

t.test('the first sync of a repository does not tell of runs from before it was known', async (t) => {
  const before = Array.from({ length: 20 }, (_, at) =>
    runAt(at + 1, -60, ended(-60 - at, { createdAt: minute(-90) }))
  )
  await listed([...before, runAt(50, 3, ended(3))])
  t.same(
    (await events()).map(({ metadata }) => metadata['run_id']),
    [50]
  )
})

t.test(
  'only runs that passed or failed count for the pass rate; all that completed are counted',
  async (t) => {
    const conclusions = [
      ...(['success', 'success', 'success', 'failure', 'timed_out', 'startup_failure'] as const),
      ...(['cancelled', 'skipped', 'neutral', 'stale', 'action_required'] as const)
    ]
    for (const [at, conclusion] of conclusions.entries()) await told(at + 1, 30, ended(30, { conclusion }))
    await told(90, 30, { status: 'in_progress' })
    t.same((await events()).map(({ success }) => success).toReversed(), [
      true,
      true,
      true,
      false,
      false,
      false,
      null,
      null,
      null,
      null,
      null
    ])
    const query = { days: 3 }
    const { data } = await client.GET('/api/phase2/telemetry/ci-health', { params: { query } })
    t.same(data?.data, [
      { day: '2026-01-01', pass_rate: 0.5, total_runs: 11 },
      { day: '2026-01-02', pass_rate: null, total_runs: 0 },
      { day: '2026-01-03', pass_rate: null, total_runs: 0 }
    ])
    t.same(data?.meta, { page: 1, per_page: 3, total: 3, total_pages: 1 })
    const { data: summary } = await client.GET('/api/phase2/telemetry/summary')
    t.match(summary, { ci_pass_rate: 0.5, ci_pass_pct: 50 })
    const other = await client.GET('/api/phase2/telemetry/summary', {
      params: { query: { repo: 'octo-org/repo-2' } }
    })
    t.match(other.data, { ci_pass_rate: null, ci_pass_pct: null })
  }
)

t.test('events are dropped after 400 days, and the counters stay right', async (t) => {
  const event = { type: 'pr_merged' as const, actor: null, durationMs: 5_000, metadata: { tested: true } }
  const at = [0, 1, 3 * DAY].map((minutes) => ({
    ...event,
    repoId: 1 + (minutes % 2),
    occurredAt: minute(minutes)
  }))
  await deps.transaction((tx) => recordPipelineEvents(tx, at))
  now = minute(401 * DAY)
  await dropExpiredRows(deps)
  const { data } = await client.GET('/api/phase2/telemetry/events')
  t.match(data, { data: [{ occurred_at: minute(3 * DAY).toISOString() }], meta: { total: 1 } })
  await checkSums(t, deps)
  now = minute(2 * DAY)
})
