import fc from 'fast-check'
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { RUN_CONCLUSIONS } from '#schemas/host/enums.js'
import { type CiRun, FAILURE_TYPES, HEAL_STATUSES, type RunQuery } from '#schemas/mirror/ci.js'
import { mirrorRuns } from '#services/mirror/mirror.js'
import { setRunHealing } from '#test/fixtures/findings.js'
import { minute, runAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const HOUR = 60
const NOW = minute(20 * 24 * HOUR)
const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())
const { client, deps } = service

await seedRepository(deps, { hostId: 1, fullName: 'octo-org/one', installationId: 7 })
await seedRepository(deps, { hostId: 2, fullName: 'other/two', installationId: 8 })
for (let at = 0; at < 60; at += 1) {
  const conclusion = at % 6 === 5 ? null : (RUN_CONCLUSIONS[at % 4] ?? null)
  const createdAt = minute(Math.floor(at / 2) * 12 * HOUR)
  const run = runAt(3_000 + at, 0, {
    conclusion,
    createdAt,
    updatedAt: createdAt,
    branch: at % 3 ? 'main' : 'fix/a'
  })
  await deps.transaction((tx) =>
    mirrorRuns(deps, tx, { repoId: (at % 2) + 1, shownAt: minute(100_000) }, [run])
  )
  if (conclusion === 'failure')
    await setRunHealing(deps, run.hostRunId, {
      healStatus: HEAL_STATUSES[at % 5] ?? 'pending',
      healFailureType: at % 3 === 0 ? null : (FAILURE_TYPES[at % 4] ?? null)
    })
}

const { data: first } = await client.GET('/api/ci', { params: { query: { limit: 100 } } })
const all = first?.data ?? []

t.test('runs are listed with the newest first', async (t) => {
  t.equal(all.length, 60)
  const sorted = [...all].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
  t.same(all, sorted)
  t.equal(first?.meta.total, 60)
})

t.test('a run is shown with all that is known of it', async (t) => {
  t.match(
    all.find(({ host_run_id }) => host_run_id === 3_001),
    {
      run_attempt: 1,
      workflow_name: 'test',
      branch: 'main',
      head_sha: 'a'.repeat(40),
      status: 'completed',
      conclusion: 'failure',
      heal_status: 'attempted',
      heal_failure_type: 'compile_error',
      heal_pr_url: null,
      healed_at: null,
      created_at: '2026-01-01T22:00:00.000Z',
      installation_id: 8,
      repo_full_name: 'other/two'
    }
  )
})

function matches(
  run: CiRun,
  { conclusion, heal_status, branch, failure_type, owner, repo }: RunQuery
): boolean {
  const failed = run.conclusion === 'failure' ? (run.heal_failure_type ?? 'unknown') : undefined
  return (
    (conclusion === undefined || (run.conclusion ?? 'none') === conclusion) &&
    (heal_status === undefined || heal_status === 'all' || run.heal_status === heal_status) &&
    (branch === undefined || run.branch === branch) &&
    (failure_type === undefined || failed === failure_type) &&
    (owner === undefined || run.repo_owner === owner) &&
    (repo === undefined || [run.repo_name, run.repo_full_name].includes(repo))
  )
}

const query = fc.record(
  {
    conclusion: fc.constantFrom(...RUN_CONCLUSIONS.slice(0, 4), 'none' as const),
    heal_status: fc.constantFrom(...HEAL_STATUSES, 'all' as const),
    branch: fc.constantFrom('main', 'fix/a', 'nothing'),
    failure_type: fc.constantFrom(...FAILURE_TYPES.slice(0, 4), 'unknown' as const),
    owner: fc.constantFrom('octo-org', 'other'),
    repo: fc.constantFrom('one', 'other/two')
  },
  { requiredKeys: [] }
)

t.test(
  'every filter, alone and with others, leaves exactly what fits, and says how many that is',
  async (t) => {
    const property = fc.asyncProperty(query, async (query) => {
      const { data } = await client.GET('/api/ci', { params: { query: { ...query, per_page: 100 } } })
      const expected = all.filter((run) => matches(run, query))
      t.same(data?.data, expected, JSON.stringify(query))
      t.equal(data?.meta.total, expected.length, JSON.stringify(query))
      if (!t.passing()) throw new Error('see above')
    })
    await fc.assert(property, { numRuns: runs(80), endOnFailure: true })
  }
)

t.test('a repository lists its own runs; one that is unknown is not found', async (t) => {
  const read = (owner: string, repo: string) =>
    client.GET('/api/ci/{owner}/{repo}', { params: { path: { owner, repo }, query: { per_page: 100 } } })
  const { data } = await read('octo-org', 'one')
  t.same(
    data?.data,
    all.filter((run) => run.repo_full_name === 'octo-org/one')
  )
  t.equal((await read('octo-org', 'two')).response.status, 404)
})

const rate = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

t.test('the statistics are those of the rows, of all or of the last days', async (t) => {
  const today = Date.parse(NOW.toISOString().slice(0, 10))
  for (const days of [undefined, 1, 5, 30]) {
    const { data } = await client.GET('/api/ci/stats', {
      params: { query: days === undefined ? {} : { days } }
    })
    const since = days === undefined ? 0 : today - (days - 1) * DAY_MS
    const ended = all.filter((run) => run.conclusion !== null && Date.parse(run.created_at) >= since)
    const count = (fits: (run: CiRun) => boolean) => ended.filter(fits).length
    const success = count((run) => run.conclusion === 'success')
    const failure = count((run) => run.conclusion === 'failure')
    const healed = count((run) => run.heal_status === 'healed')
    t.match(data, {
      total: ended.length,
      success,
      failure,
      healed,
      success_rate: rate(success, success + failure),
      heal_success_rate: rate(healed, failure),
      cancelled: count((run) => run.conclusion === 'cancelled'),
      heal_attempted: count((run) => run.heal_status === 'attempted'),
      heal_failed: count((run) => run.heal_status === 'failed'),
      heal_skipped: count((run) => run.heal_status === 'skipped')
    })
    const types = data?.by_failure_type ?? []
    for (const { failure_type: type, count: found } of types)
      t.equal(
        found,
        count((run) => run.conclusion === 'failure' && (run.heal_failure_type ?? 'unknown') === type)
      )
    t.equal(
      types.reduce((sum, one) => sum + one.count, 0),
      failure
    )
  }
})

t.test('the trend shows each of the last fourteen days, also those on which nothing ran', async (t) => {
  const { data } = await client.GET('/api/ci/stats')
  t.equal(data?.trend.length, 14)
  t.equal(data?.trend.at(-1)?.day, NOW.toISOString().slice(0, 10))
  for (const { day, total, pass_rate } of data?.trend ?? []) {
    const ended = all.filter((run) => run.created_at.startsWith(day) && run.conclusion !== null)
    const success = ended.filter((run) => run.conclusion === 'success').length
    const failure = ended.filter((run) => run.conclusion === 'failure').length
    t.equal(total, ended.length, day)
    t.equal(pass_rate, rate(success, success + failure), day)
  }
  t.ok(data?.trend.some(({ total, pass_rate }) => total === 0 && pass_rate === null))
})
