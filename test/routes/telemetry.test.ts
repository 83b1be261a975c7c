import fc from 'fast-check'
import t from 'tap'
import type { QueueState } from '#domain/telemetry/statistics.js'
import { waitBucket, waitPercentile } from '#domain/telemetry/wait-buckets.js'
import { utcDay } from '#domain/time/day.js'
import { PIPELINE_EVENT_TYPES } from '#schemas/telemetry/enums.js'
import type { PipelineEventQuery } from '#schemas/telemetry/events.js'
import { type NewPipelineEvent, recordPipelineEvents } from '#services/telemetry/record.js'
import { pipelineEvent } from '#test/fixtures/pipeline-events.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { ALL_SUMS, wrongSums } from '#test/harness/recount.js'
import { runs } from '#test/harness/runs.js'

const DAYS = 12
const NOW = minute(DAYS * 24 * 60)
let queue: QueueState = { depth: 0, oldestAdmittedAt: null }
const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())
const { client, deps, inject } = service

const REPOS = { 1: 'octo-org/one', 2: 'octo-org/two' } as const
for (const [hostId, fullName] of Object.entries(REPOS))
  await seedRepository(deps, { hostId: Number(hostId), fullName })
await seedRepository(deps, { hostId: 9, fullName: 'octo-org/bare' })

const recorded = fc.sample(pipelineEvent([1, 2], DAYS), { numRuns: 150, seed: 7 })
await deps.transaction((tx) => recordPipelineEvents(tx, recorded))

const nameOf = ({ repoId }: NewPipelineEvent) => (repoId === 1 ? REPOS[1] : REPOS[2])
const within = (repo: string | undefined) => (event: NewPipelineEvent) =>
  repo === undefined || nameOf(event) === repo

async function list(query: PipelineEventQuery = {}) {
  const { data } = await client.GET('/api/phase2/telemetry/events', {
    params: { query: { per_page: 100, ...query } }
  })
  return data
}

t.test('events are listed newest first with all that is known of them', async (t) => {
  const [first, second] = [await list(), await list({ page: 2 })]
  const all = [...(first?.data ?? []), ...(second?.data ?? [])]
  t.match(first?.meta, { total: recorded.length, total_pages: 2, per_page: 100 })
  t.equal(all.length, recorded.length)
  const sorted = all.toSorted(
    (one, other) => Date.parse(other.occurred_at) - Date.parse(one.occurred_at) || other.id - one.id
  )
  t.same(all, sorted)
  const [newest] = recorded.toSorted((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime())
  t.match(all[0], {
    repo_id: newest?.repoId,
    repo_full_name: newest && nameOf(newest),
    event_type: newest?.type,
    actor: newest?.actor,
    ref: null,
    pr_number: newest?.prNumber,
    duration_ms: newest?.durationMs,
    success: null,
    metadata: newest?.metadata,
    occurred_at: newest?.occurredAt.toISOString()
  })
  const next = await list({ cursor: String(first?.meta.cursor) })
  t.same(next?.data, second?.data, 'the cursor continues where the page ends')
})

const moment = fc.integer({ min: -60, max: DAYS * 24 * 60 + 60 }).map((at) => minute(at).toISOString())
const filters = fc.record(
  {
    event_type: fc.constantFrom(...PIPELINE_EVENT_TYPES),
    repo: fc.constantFrom('octo-org/one', 'OCTO-ORG/Two', 'octo-org/bare'),
    pr_number: fc.constantFrom(1, 2, 3),
    since: moment,
    until: moment
  },
  { requiredKeys: [] }
)

function matches(event: NewPipelineEvent, { event_type, repo, pr_number, since, until }: PipelineEventQuery) {
  const at = event.occurredAt.getTime()
  return (
    (event_type === undefined || event.type === event_type) &&
    within(repo?.toLowerCase())(event) &&
    (pr_number === undefined || event.prNumber === pr_number) &&
    (since === undefined || at > Date.parse(since)) &&
    (until === undefined || at <= Date.parse(until))
  )
}

t.test('every filter, alone and with others, leaves what fits, and says how many that is', async (t) => {
  const property = fc.asyncProperty(filters, async (query) => {
    if (query.since !== undefined && query.until !== undefined && query.since > query.until) return
    const expected = recorded.filter((event) => matches(event, query))
    const found = await list(query)
    t.equal(found?.meta.total, expected.length, JSON.stringify(query))
    t.equal(found?.data.length, Math.min(100, expected.length), JSON.stringify(query))
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(120), endOnFailure: true })
})

t.test('since is excluded, until is included, and both may be dates', async (t) => {
  const [event] = (await list())?.data ?? []
  const at = event?.occurred_at ?? ''
  const ids = async (query: PipelineEventQuery) => (await list(query))?.data.map(({ id }) => id) ?? []
  t.notOk((await ids({ since: at })).includes(event?.id ?? 0))
  t.ok((await ids({ since: at, until: at })).length === 0)
  t.ok((await ids({ until: at })).includes(event?.id ?? 0))
  t.ok((await ids({ since: at.slice(0, 10), until: at.slice(0, 10) })).includes(event?.id ?? 0))
})

const summary = async (query: { repo?: string; days?: number } = {}) =>
  (await client.GET('/api/phase2/telemetry/summary', { params: { query } })).data

function countsOf<Key>(keys: readonly Key[]): [Key, number][] {
  return [...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length])
}

function reasonOf({ metadata }: NewPipelineEvent): string {
  const reason = metadata?.['reason']
  return typeof reason === 'string' && /^[a-z_]+$/.test(reason) ? reason : 'unspecified'
}

function ciMinutes(runs: readonly NewPipelineEvent[], merges: number): number | null {
  const known = runs
    .filter(({ metadata }) => metadata?.['candidate'] === true)
    .flatMap(({ durationMs }) => durationMs ?? [])
  const minutes = known.reduce((sum, ms) => sum + ms, 0) / 60_000
  return known.length === 0 || merges === 0 ? null : Math.round((minutes / merges) * 100) / 100
}

/** What the summary must say, counted from the events themselves. */
function expectedSummary({ repo, days = 7 }: { repo?: string; days?: number }) {
  const from = utcDay(new Date(NOW.getTime() - (days - 1) * 86_400_000))
  const events = recorded.filter(within(repo)).filter(({ occurredAt }) => utcDay(occurredAt) >= from)
  const of = (...types: string[]) => events.filter(({ type }) => types.includes(type))
  const merges = of('pr_merged')
  const durations = merges.flatMap(({ durationMs }) => durationMs ?? [])
  const mean = durations.reduce((sum, one) => sum + one, 0) / durations.length
  const tested = merges.filter(({ metadata }) => metadata?.['tested'] === true).length
  const buckets = new Map(countsOf(durations.map(waitBucket)))
  return {
    window: days === 1 ? '1 day' : `${days} days`,
    merges: {
      total: merges.length,
      avg_duration_ms: durations.length === 0 ? null : Math.round(mean),
      avg_duration_s: durations.length === 0 ? null : Math.round(mean / 1_000)
    },
    blocks: { total: of('pr_blocked').length },
    heals: { total: of('heal_succeeded').length },
    feedbacks: { total: of('feedback_sent').length },
    rollbacks: { total: of('rollback_triggered').length },
    ci_pass_rate: null,
    ci_pass_pct: null,
    queue: {
      depth: 0,
      oldest_wait_s: null,
      p50_wait_s: waitPercentile(buckets, 0.5),
      p95_wait_s: waitPercentile(buckets, 0.95),
      ejected: of('pr_blocked').length,
      ejections_by_reason: Object.fromEntries(countsOf(of('pr_blocked', 'pr_dequeued').map(reasonOf))),
      ci_minutes_per_merge: ciMinutes(of('ci_run_completed'), merges.length),
      tested_share: merges.length === 0 ? null : Math.round((tested / merges.length) * 10_000) / 10_000
    }
  }
}

t.test('the summary says what the events of its days add up to, of all repositories or one', async (t) => {
  for (const repo of [undefined, 'octo-org/one', 'octo-org/two', 'octo-org/bare'])
    for (const days of [undefined, 1, 3, 90]) {
      const query = { ...(repo === undefined ? {} : { repo }), ...(days === undefined ? {} : { days }) }
      t.same(await summary(query), expectedSummary(query), JSON.stringify(query))
    }
})

t.test('the summary shows the merge queues as they are now', async (t) => {
  const read: (number | undefined)[] = []
  const registry = {
    ...deps.registry,
    liveQueues: [
      async (_: unknown, repoId: number | undefined) => {
        read.push(repoId)
        return queue
      },
      async () => ({ depth: 1, oldestAdmittedAt: minute(DAYS * 24 * 60 - 3) })
    ]
  }
  const queued = await startTestService({ work: false, deps: { now: () => NOW, registry } })
  t.teardown(() => queued.close())
  await seedRepository(queued.deps, { hostId: 1, fullName: 'octo-org/one' })
  queue = { depth: 4, oldestAdmittedAt: minute(DAYS * 24 * 60 - 20) }
  const of = async (query: { repo?: string }) =>
    (await queued.client.GET('/api/phase2/telemetry/summary', { params: { query } })).data?.queue
  t.match(await of({}), { depth: 5, oldest_wait_s: 1_200 })
  queue = { depth: 0, oldestAdmittedAt: null }
  t.match(await of({ repo: 'octo-org/one' }), { depth: 1, oldest_wait_s: 180 })
  t.same(read, [undefined, 1])
})

t.test('throughput has each day of the window, ascending, with the merges that were on it', async (t) => {
  for (const query of [{}, { days: 5 }, { days: 365 }, { repo: 'octo-org/two' }]) {
    const { repo, days = 30 }: { repo?: string; days?: number } = query
    const { data } = await client.GET('/api/phase2/telemetry/throughput', { params: { query } })
    const expected = Array.from({ length: days }, (_, at) => {
      const day = utcDay(new Date(NOW.getTime() - (days - 1 - at) * 86_400_000))
      const merges = recorded
        .filter(within(repo))
        .filter(({ type, occurredAt }) => type === 'pr_merged' && utcDay(occurredAt) === day)
      const durations = merges.flatMap(({ durationMs }) => durationMs ?? [])
      const sum = durations.reduce((total, one) => total + one, 0)
      const average = durations.length === 0 ? null : Math.round(sum / durations.length / 1_000)
      return { day, merges: merges.length, avg_duration_s: average }
    })
    t.same(data?.data, expected, JSON.stringify(query))
    t.same(data?.meta, { page: 1, per_page: days, total: days, total_pages: 1 })
  }
})

type Path = '/summary' | '/events' | '/throughput' | '/ci-health'
const get = (path: Path, query = '', headers: Record<string, string> = { authorization: `Bearer ${KEY}` }) =>
  inject({ method: 'GET', url: `/api/phase2/telemetry${path}${query}`, headers })

t.test('what a parameter may not be is refused by its name', async (t) => {
  const bad: [Path, string, string][] = [
    ['/summary', '?days=0', 'days'],
    ['/summary', '?days=91', 'days'],
    ['/summary', '?days=x', 'days'],
    ['/summary', '?repo=no-slash', 'repo'],
    ['/throughput', '?days=366', 'days'],
    ['/ci-health', '?days=366', 'days'],
    ['/ci-health', '?day=3', 'day'],
    ['/events', '?since=yesterday', 'since'],
    ['/events', '?since=2026-02-30', 'since'],
    ['/events', '?until=2026-01-01T00:00:00', 'until'],
    ['/events', '?since=2026-01-03&until=2026-01-02', 'since'],
    ['/events', '?event_type=merged', 'event_type'],
    ['/events', '?pr_number=0', 'pr_number'],
    ['/events', '?pr_number=1.5', 'pr_number'],
    ['/events', '?pr_number=99999999999', 'pr_number'],
    ['/events', '?per_page=101', 'per_page'],
    ['/events', '?page=0', 'page'],
    ['/events', '?type=pr_merged', 'type']
  ]
  for (const [path, query, name] of bad) {
    const { statusCode, body } = await get(path, query)
    t.equal(statusCode, 400, `${path}${query}`)
    t.match(JSON.parse(body), { status: 400, message: new RegExp(name) }, `${path}${query}`)
  }
})

t.test('an unknown repository is not found, and a stranger is not let in', async (t) => {
  for (const path of ['/summary', '/events', '/throughput', '/ci-health'] as const) {
    t.equal((await get(path, '?repo=octo-org/none')).statusCode, 404, path)
    t.equal((await get(path, '?repo=octo-org/bare')).statusCode, 200, path)
    t.equal((await get(path, '', {})).statusCode, 401, path)
  }
})

t.test('events of a deleted repository are neither listed nor counted', async (t) => {
  await seedRepository(deps, { hostId: 5, fullName: 'octo-org/gone' })
  const event = { repoId: 5, type: 'pr_merged' as const, actor: null, occurredAt: NOW, durationMs: 60_000 }
  const before = await summary()
  await deps.transaction((tx) => recordPipelineEvents(tx, [event]))
  t.equal((await list())?.meta.total, recorded.length + 1)
  t.equal((await summary())?.merges.total, (before?.merges.total ?? 0) + 1)
  await seedRepository(deps, { hostId: 5, fullName: 'octo-org/gone', change: 'deleted', at: minute(1) })
  t.equal((await list())?.meta.total, recorded.length)
  t.same(await summary(), before)
  await deps.transaction((tx) => recordPipelineEvents(tx, [event]))
  t.equal((await list())?.meta.total, recorded.length, 'nor is what is recorded afterwards')
  t.same(await wrongSums(deps.db, ALL_SUMS), [])
  t.equal((await get('/events', '?repo=octo-org/gone')).statusCode, 404)
})
