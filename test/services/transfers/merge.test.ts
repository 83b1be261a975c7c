import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import t from 'tap'
import { registry } from '#capabilities/index.js'
import { isLocked } from '#errors/locked.js'
import type { MergeBody } from '#schemas/transfers/transfers.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { type RepositoryTable, tableName } from '#store/sql/repository-table.js'
import { managedActions as actions } from '#tables/actions/managed-actions.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { decisions } from '#tables/decisions/decisions.js'
import { policies } from '#tables/enforcement/policies.js'
import { violations } from '#tables/enforcement/violations.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { feedbackRules } from '#tables/feedback/feedback-rules.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { itemActivity } from '#tables/maintenance/item-activity.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reconciliationTasks } from '#tables/reconciler/reconciliation-tasks.js'
import { waivers } from '#tables/waivers/waivers.js'
import { applyStep, historyStep, resetHistory } from '#test/fixtures/random-history.js'
import { checkSums } from '#test/fixtures/recount.js'
import { recountHealth } from '#test/fixtures/recount-health.js'
import { issueAt, minute, pullAt, runAt, seedRepository } from '#test/fixtures/seed.js'
import { seedDeliveries } from '#test/fixtures/seed-deliveries.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'
import { everyTable } from '#test/harness/tables.js'
import { until } from '#test/harness/until.js'
import { fill } from '#test/store/fixtures/rows.js'

const NOW = 1_000
const service = await startTestService({ work: false, deps: { now: () => minute(NOW) } })
t.teardown(() => service.close())
service.test.leaveWrongSums('rows of every table are made up, without what they count for')
const { client, deps } = service
t.beforeEach(() => resetHistory(deps))

const [ORPHAN, LIVE] = [1, 2]
/** Of both. */
const INSTALLATION = 7
const names = { orphan: 'octo-org/repo-1', live: 'octo-org/repo-2' }
const merge = (more: Partial<MergeBody> = {}) =>
  client.POST('/api/transfers/reconcile/merge', { body: { ...names, confirm_low_confidence: true, ...more } })

const account = (repoId: number) => ({ repoId })

/** All that the database holds, but for what the question itself leaves behind. */
async function everything(): Promise<string> {
  const texts = [...everyTable]
    .filter(([name]) => name !== 'rateLimits')
    .map(async ([, table]) => {
      const rows: Record<string, unknown>[] = await deps.db.select().from(table)
      return rows.map((row) => JSON.stringify(row)).sort()
    })
  return JSON.stringify(await Promise.all(texts))
}

/** How many rows of each declared table belong to a repository. */
async function heldBy(repoId: number): Promise<Record<string, number>> {
  const counts = registry.tables.map(async (one) => {
    const [row] = await deps.db
      .select({ count: sql<number>`count(*)::int` })
      .from(one.table)
      .where(eq(one.repoId, repoId))
    return [tableName(one), row?.count ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** The host's own lists of a repository: those of its successor are read instead. What runs wait for fails. */
const LEFT_BEHIND: ReadonlySet<string> = new Set(['collaborators', 'branch_rules', 'reconciliation_tasks'])

t.test('every table that belongs to a repository moves, including the names in it', async (t) => {
  // So many rows in each table, but for those that have one row for a repository, or for a word of an enumeration.
  const isEnumerated = ({ enumValues }: PgColumn) => (enumValues?.length ?? 0) > 0
  const rowsOf = ({ keys = [] }: RepositoryTable, nth: number) =>
    keys.some((key) => key.every(isEnumerated)) ? 1 : nth + 1
  await fill(deps, policies, new Map([[policies.installationId, INSTALLATION]]))
  await fill(deps, feedbackRules, new Map([[feedbackRules.installationId, INSTALLATION]]))
  // Of the fleet: there are as many runs as tasks.
  await fill(deps, reconciliationRuns, new Map([[reconciliationRuns.repoId, null]]))
  for (const [nth, one] of registry.tables.entries()) {
    const { table, repoId, names: repeated = [] } = one
    const given = new Map<typeof repoId, unknown>([
      [repoId, ORPHAN],
      // Of all scopes the one that says nothing more.
      [waivers.scope, 'repo'],
      // Of a run any number of attempts may have ended.
      [healAttempts.ciRunId, sql`(select max(id) from ci_runs)`],
      [healAttempts.status, 'skipped'],
      [healAttempts.finishedAt, minute(0)],
      [violations.policyId, sql`(select max(id) from policies)`],
      [feedbackDeliveries.ruleId, sql`(select max(id) from feedback_rules)`],
      [queueEntries.laneId, sql`(select max(id) from merge_queue_lanes)`],
      [queueEntries.position, 1],
      // The counts of a test add up.
      [flakyTests.runCount, 2],
      [flakyTests.passCount, 1],
      [flakyTests.failCount, 1],
      [
        reconciliationTasks.runId,
        sql`(select min(id) from reconciliation_runs where id not in (select run_id from reconciliation_tasks))`
      ],
      ...repeated.map((one) => [one, 'old/name'] as const)
    ])
    // An issue has one attempt under way, and one row of activity.
    for (let row = 0; row < rowsOf(one, nth); row += 1)
      await fill(
        deps,
        table,
        new Map(given).set(fixAttempts.issueNumber, row + 1).set(itemActivity.number, row + 1)
      )
  }
  const filled = Object.fromEntries(registry.tables.map((one, nth) => [tableName(one), rowsOf(one, nth)]))
  t.same(await heldBy(ORPHAN), filled)
  const expected = { ...filled, ...Object.fromEntries([...LEFT_BEHIND].map((name) => [name, 0])) }
  const before = await everything()
  const { data: rehearsed } = await merge({ dry_run: true })
  t.equal(await everything(), before, 'a dry run changes nothing')
  const { data, response } = await merge()
  t.equal(response.status, 200)
  t.same(rehearsed, { ...data, status: 'dry_run' }, 'and says what a real one does')
  const sumOf = (counts: Record<string, number> = {}) =>
    Object.values(counts).reduce((sum, one) => sum + one, 0)
  const total = sumOf(expected)
  t.match(data, { ...names, status: 'merged', reparented: expected, total_reparented: total })
  t.equal(sumOf(data?.conflicts), 0)
  const { webhook_deliveries: deliveryCount } = expected
  t.match(data?.backfilled, { webhook_deliveries: deliveryCount })
  t.equal(data?.total_affected, total + sumOf(data?.backfilled))
  t.same(await heldBy(LIVE), expected)
  t.equal(sumOf(await heldBy(ORPHAN)), 0)
  for (const one of registry.tables)
    for (const column of one.names ?? []) {
      const found = await deps.db.selectDistinct({ name: column }).from(one.table)
      t.same(found, LEFT_BEHIND.has(tableName(one)) ? [] : [{ name: names.live }])
    }
  const { data: deliveries } = await client.GET('/api/deliveries', {
    params: { query: { repo: names.live } }
  })
  t.match(deliveries, { meta: { total: deliveryCount }, data: [{ repo_id: LIVE }] })
})

t.test(
  'after any history the counters equal the rows after a merge, and after what follows it',
  async (t) => {
    const history = fc.array(historyStep, { minLength: 5, maxLength: 25 })
    const property = fc.asyncProperty(history, history, history, async (first, late, later) => {
      await resetHistory(deps)
      for (const one of first) await applyStep(deps, one)
      for (const hostId of [ORPHAN, LIVE]) await seedRepository(deps, { hostId, at: minute(400) })
      const { response } = await merge()
      t.equal(response.status, 200)
      t.ok(Object.values(await heldBy(ORPHAN)).every((count) => count === 0))
      await checkSums(t, deps)
      // What was received before the merge and is handled after it.
      for (const one of late) await applyStep(deps, one)
      await checkSums(t, deps)
      // The host goes on to speak of the repository that was given up.
      await seedRepository(deps, { hostId: ORPHAN, at: minute(NOW + 1) })
      for (const one of later) await applyStep(deps, one)
      await checkSums(t, deps)
      if (!t.passing()) throw new Error('see above')
    })
    await fc.assert(property, { numRuns: runs(12), endOnFailure: true })
  }
)

t.test(
  'where both repositories have the same number, the live row stays and references point to it',
  async (t) => {
    await deps.transaction(async (tx) => {
      const [one, two, three] = [1, 2, 3].map((number) => ({ number }))
      await mirrorIssues(deps, tx, account(ORPHAN), [
        issueAt(101, 1, one),
        issueAt(102, 1, two),
        issueAt(103, 1, three)
      ])
      await mirrorIssues(deps, tx, account(LIVE), [issueAt(201, 1, one), issueAt(202, 1, two)])
      await mirrorIssues(deps, tx, { ...account(LIVE), goneAt: minute(2) }, [issueAt(203, 1, three)])
      await mirrorPullRequests(deps, tx, account(ORPHAN), [pullAt(301, 1, { number: 9, state: 'merged' })])
      await mirrorPullRequests(deps, tx, account(LIVE), [pullAt(302, 1, { number: 9 })])
      const refer = (from: number, to: number) =>
        tx.update(issues).set({ duplicateOf: to }).where(eq(issues.hostId, from))
      await refer(103, 101)
      await refer(201, 101)
      await refer(202, 103)
    })
    const { data } = await merge()
    t.match(data, { reparented: { issues: 1, pull_requests: 0 }, conflicts: { issues: 2, pull_requests: 1 } })
    const { data: shown } = await client.GET('/api/issues/{owner}/{repo}', {
      params: { path: { owner: 'octo-org', repo: 'repo-2' } }
    })
    const seen = shown?.data.map(({ number, host_id, duplicate_of }) => [number, host_id, duplicate_of])
    t.same(seen?.sort(), [
      [1, 201, null],
      [2, 202, 103],
      [3, 103, 201]
    ])
    t.match(await deps.db.select().from(pullRequests).where(eq(pullRequests.hostId, 302)), [{ live: true }])
    await checkSums(t, deps)
  }
)

t.test('overrides only give way to other overrides, and their version never decreases', async (t) => {
  const set = (repoId: number, overrides: object, version: number) =>
    deps.db.insert(repoConfigs).values({ repoId, overrides, version })
  const kept = async () => {
    const { data } = await merge()
    const rows = await deps.db.select().from(repoConfigs)
    const found = rows.map(({ repoId, overrides, version }) => ({ repoId, overrides, version }))
    return { found, conflicts: data?.conflicts['repo_configs'] }
  }
  const [dry, wet] = [{ settings: { dry_run: true } }, { settings: { dry_run: false } }]
  await set(ORPHAN, dry, 3)
  await set(LIVE, {}, 5)
  t.same(await kept(), { found: [{ repoId: LIVE, overrides: dry, version: 6 }], conflicts: 0 })
  await resetHistory(deps)
  await set(ORPHAN, dry, 9)
  await set(LIVE, wet, 2)
  t.same(await kept(), { found: [{ repoId: LIVE, overrides: wet, version: 2 }], conflicts: 1 })
})

t.test('more clashes than one batch holds are all resolved', async (t) => {
  const many = (from: number) =>
    Array.from({ length: 1_205 }, (_, at) => issueAt(from + at, 1, { number: at + 1 }))
  await deps.transaction(async (tx) => {
    await mirrorIssues(deps, tx, account(ORPHAN), many(10_000))
    await mirrorIssues(deps, tx, account(LIVE), many(20_000))
  })
  t.match((await merge()).data, { conflicts: { issues: 1_205 } })
  await checkSums(t, deps)
})

t.test('the health of a repository counts at once what a merge has given it', async (t) => {
  await deps.transaction(async (tx) => {
    const failed = { status: 'completed' as const, conclusion: 'failure' as const }
    await mirrorRuns(deps, tx, account(ORPHAN), [runAt(401, NOW - 2, failed), runAt(402, NOW - 1, failed)])
    await mirrorIssues(deps, tx, account(LIVE), [issueAt(201, 1)])
  })
  const shown = async () => {
    const { data } = await client.GET('/api/insights/repos', { params: { query: { sort: 'full_name' } } })
    return data?.data.find(({ full_name }) => full_name === names.live)
  }
  t.match(await shown(), await recountHealth(deps, LIVE, minute(NOW)))
  t.equal((await merge()).response.status, 200)
  t.match(await shown(), await recountHealth(deps, LIVE, minute(NOW)))
})

t.test('a failure in the middle changes nothing', async (t) => {
  await deps.transaction(async (tx) => {
    await mirrorIssues(deps, tx, account(ORPHAN), [issueAt(101, 1, { number: 1 })])
    await mirrorIssues(deps, tx, account(LIVE), [issueAt(201, 1, { number: 1 })])
    await mirrorRuns(deps, tx, account(ORPHAN), [runAt(401, 1)])
  })
  await seedDeliveries(deps, { repoId: ORPHAN, repo: names.orphan, count: 2 })
  await deps.db.execute(sql`create function refuse() returns trigger language plpgsql as
    'begin raise exception ''not this one''; end'`)
  await deps.db.execute(
    sql`create trigger refuse before update on ci_runs for each row execute function refuse()`
  )
  const before = await everything()
  t.equal((await merge()).response.status, 500)
  t.equal(await everything(), before)
  await deps.db.execute(sql`drop trigger refuse on ci_runs`)
  t.equal((await merge()).response.status, 200)
})

t.test('of concurrent merges one is done, and the others are refused with a reason', async (t) => {
  await deps.transaction(async (tx) => {
    await mirrorIssues(deps, tx, account(ORPHAN), [issueAt(101, 1), issueAt(102, 1, { state: 'closed' })])
    await mirrorIssues(deps, tx, account(LIVE), [issueAt(201, 1)])
  })
  const back = { orphan: names.live, live: names.orphan }
  const replies = await Promise.all([merge(), merge(back), merge(), merge(back)])
  const statuses = replies.map(({ response }) => response.status)
  t.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
  t.ok(
    statuses.every((status) => [200, 404, 409].includes(status)),
    statuses.join()
  )
  t.equal((await deps.db.select().from(issues).where(eq(issues.live, true))).length, 3)
  await checkSums(t, deps)
})

t.test('events that arrive during a merge are neither lost nor blocking it', async (t) => {
  const rows: number[] = []
  for (let at = 0; at < 12; at += 1) {
    const id = randomUUID()
    const repository = { id: (at % 2) + 1, full_name: `octo-org/repo-${(at % 2) + 1}`, private: false }
    const times = { created_at: minute(1).toISOString(), updated_at: minute(at).toISOString() }
    const issue = { id: 500 + at, number: 500 + at, title: 'It crashes', state: 'open', ...times }
    await service.deliver({
      id,
      event: 'issues',
      payload: { action: 'opened', issue, repository, installation: { id: 7 } }
    })
    const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
    if (data) rows.push(data.id)
  }
  const handle = (row: number) =>
    handleDelivery(deps, row).then(
      () => true,
      (error) => {
        if (isLocked(error)) return false
        throw error
      }
    )
  const handled = rows.map((row) => until('the delivery meets no merge', () => handle(row)))
  const [merged] = await Promise.all([merge(), ...handled])
  t.equal(merged.response.status, 200)
  const { data } = await client.GET('/api/deliveries/stats')
  t.match(data, { errors: 0 })
  t.equal((await deps.db.select().from(issues)).length, 12)
  await checkSums(t, deps)
})

t.test('an event from before a merge undoes nothing, and a later one restores the repository', async (t) => {
  const take = (updated: number) =>
    deps.transaction((tx) => mirrorIssues(deps, tx, account(ORPHAN), [issueAt(101, updated)]))
  const home = async () => (await deps.db.select().from(issues))[0]
  await take(1)
  await merge()
  await seedRepository(deps, { hostId: ORPHAN, at: minute(NOW - 1) })
  t.same(await take(2), [])
  t.match(await home(), { repoId: LIVE, live: true, title: 'as of 1' })
  await seedRepository(deps, { hostId: ORPHAN, at: minute(NOW + 1) })
  t.match(await take(3), [{ id: 101 }])
  t.match(await home(), { repoId: ORPHAN, live: true, title: 'as of 3' })
  await checkSums(t, deps)
})

t.test("given fix attempts for one issue in both repositories, the orphan's is superseded", async (t) => {
  await seedRepository(deps, { hostId: ORPHAN, fullName: names.orphan })
  await seedRepository(deps, { hostId: LIVE, fullName: names.live })
  const attempts = [
    [ORPHAN, 7],
    [ORPHAN, 8],
    [LIVE, 7]
  ] as const
  const proposal = new Map<PgColumn, unknown>([
    [actions.id, 71],
    [actions.repoId, ORPHAN],
    [actions.actionType, 'create-patch-pr'],
    [actions.arguments, '{}'],
    [actions.evidence, {}]
  ])
  await fill(deps, actions, proposal)
  for (const [repo, number] of attempts) {
    const given = new Map<PgColumn, unknown>([[fixAttempts.repoId, repo]])
    if (repo === ORPHAN && number === 7) given.set(fixAttempts.actionId, 71)
    await fill(deps, fixAttempts, given.set(fixAttempts.issueNumber, number))
  }
  t.equal((await merge()).response.status, 200)
  const [cancelled] = await deps.db.select().from(actions)
  t.match(cancelled, { id: 71, repoId: LIVE, status: 'cancelled', resolvedAt: Date, followAfter: Date })
  const decided = (await deps.db.select().from(decisions)).filter(({ source }) => source === 'issue_fix')
  t.match(decided, [{ decision: 'skipped', targetNumber: 7, repoId: LIVE }], 'it has its one decision')
  const rows = await deps.db.select().from(fixAttempts).orderBy(fixAttempts.id)
  t.match(rows, [
    { repoId: LIVE, issueNumber: 7, status: 'superseded', decisionId: decided[0]?.id },
    { repoId: LIVE, issueNumber: 8, status: 'pending' },
    { repoId: LIVE, issueNumber: 7, status: 'pending' }
  ])
})
