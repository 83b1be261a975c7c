import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { recountSums } from '#services/recount/nightly-walk.js'
import { findRepositoryFaults, repairRepositorySums } from '#services/recount/repository.js'
import { recountWalk } from '#store/recount/recounts.js'
import { applyStep, historyStep, resetHistory } from '#test/fixtures/random-history.js'
import { issueAt, minute, seedRepository } from '#test/fixtures/seed.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { ALL_SUMS, wrongSums } from '#test/harness/recount.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, deliver } = service
const { db, transaction } = deps

const wrong = () => wrongSums(db, ALL_SUMS)
const plant = (...statements: string[]) =>
  transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
const issue = (id: number, repoId = 1) =>
  transaction((tx) => mirrorIssues(deps, tx, { repoId }, [issueAt(id, 1, { labels: ['bug', 'é'] })]))

async function metric(line: string): Promise<number> {
  const headers = { authorization: `Bearer ${KEY}` }
  const { body } = await service.inject({ method: 'GET', url: '/metrics', headers })
  return Number(
    body
      .split('\n')
      .find((one) => one.startsWith(`automation_${line}`))
      ?.split(' ')
      .at(-1) ?? 0
  )
}

async function begin() {
  await resetHistory(deps)
  await plant('delete from recount_walks', 'delete from recount_repairs')
  for (const id of [1, 2, 3]) await issue(id)
  await issue(4, 2)
}

const PLANTED = {
  issues: `update tallies set amount = amount + 3 where repo_id = 1 and measure = 'issues.open'`,
  prs: `insert into tallies values (2, '2026-01-01', 'prs.opened', 0, 5)`,
  unknown: `insert into tallies values (1, 'infinity', 'former.measure', 0, 1)`,
  ci: `insert into tallies values (0, '2026-01-03', 'ci.finished', 4, 2)`,
  repos: `update tallies set amount = 7 where repo_id = 0 and measure = 'repos'`,
  decisions: `insert into evidence_tallies values (1, '-infinity', 'decisions.in.triage', 0, 1)`,
  open_counts: 'update repositories set open_issues = 9 where host_id = 2',
  activity: 'delete from activity_sums where repo_id = 0',
  deliveries: 'update delivery_hours set processed = processed + 1, total = total - 1'
}

t.test('wrong counters of every kind are repaired, and the metrics show how many', async (t) => {
  for (const [kind, statement] of Object.entries(PLANTED)) {
    await t.test(kind, async (t) => {
      await begin()
      await deliver({})
      await plant(
        `insert into activity (source, source_id, repo_id, action_type, status, detail, created_at)
          values ('webhook', 1, 1, 'issues.opened', 'processed', '', '2026-01-01T00:00:00Z')`
      )
      await recountSums(deps)
      t.same(await wrong(), [], 'to begin with')
      await plant(statement)
      t.not((await wrong()).length, 0)
      const before = await metric(`sums_repaired{kind="${kind}"}`)
      await recountSums(deps)
      t.same(await wrong(), [])
      t.ok((await metric(`sums_repaired{kind="${kind}"}`)) > before)
      t.equal(await metric('sums_recounted{walk="repositories"}'), 4)
    })
  }
})

t.test('correct counters are left alone', async (t) => {
  await begin()
  await recountSums(deps)
  t.equal(await metric('sums_repaired'), 0)
})

t.test('after any history, recounted counters equal those that the writers maintained', async (t) => {
  const property = fc.asyncProperty(fc.array(historyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
    await resetHistory(deps)
    for (const one of steps) await applyStep(deps, one)
    for (const repoId of [1, 2]) {
      const { tallies, evidence, activity } = await findRepositoryFaults(deps, repoId)
      t.same([...tallies, ...evidence, ...activity], [])
    }
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(20), endOnFailure: true })
})

t.test('rows written between the count and the repair are not lost', async (t) => {
  await begin()
  await plant(PLANTED.issues)
  const faults = await findRepositoryFaults(deps, 1)
  await issue(5)
  await transaction((tx) => repairRepositorySums(tx, faults))
  t.same(await wrong(), [])
})

t.test('writes during a repair of counters are not lost', async (t) => {
  await begin()
  await plant(PLANTED.issues)
  const ids = Array.from({ length: 30 }, (_, at) => at + 10)
  await Promise.all([recountSums(deps), ...ids.map((id) => issue(id, (id % 2) + 1))])
  for (const id of [1, 2]) t.same((await findRepositoryFaults(deps, id)).tallies, [])
  await recountSums(deps)
  t.same(await wrong(), [])
})

t.test('two concurrent recounts repair once', async (t) => {
  await begin()
  await plant(PLANTED.issues)
  await Promise.all([recountSums(deps), recountSums(deps)])
  t.same((await findRepositoryFaults(deps, 1)).tallies, [], 'the difference was added once')
  await recountSums(deps)
  t.same(await wrong(), [])
})

t.test('the counters of a repository that ended in the meantime are counted again later', async (t) => {
  await begin()
  await plant(PLANTED.issues)
  const faults = await findRepositoryFaults(deps, 1)
  await seedRepository(deps, { hostId: 1, change: 'deleted', at: minute(1) })
  t.equal((await transaction((tx) => repairRepositorySums(tx, faults))).size, 0)
  await recountSums(deps)
  t.same(await wrong(), [])
})

t.test('a repository is counted in batches of rows', async (t) => {
  await begin()
  const many = Array.from({ length: 1_100 }, (_, at) => issueAt(at + 1_000, 1))
  await transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, many))
  t.match(await findRepositoryFaults(deps, 1), { tallies: [], rows: 1_103 })
})

t.test('a night counts no more than its share, and the next night continues from there', async (t) => {
  await begin()
  const position = async () => (await recountWalk(db, 'repositories')).position
  const share = { repositories: 1, rows: 100, days: 1 }
  for (const expected of ['1', '2', '1']) {
    await recountSums(deps, share)
    t.equal(await position(), expected)
  }
  await recountSums(deps, { ...share, repositories: 2, rows: 1 })
  t.equal(await position(), '2')
})
