import { sql } from 'drizzle-orm'
import t from 'tap'
import { FLEET } from '#store/counters/tallies.js'
import { rowsOf } from '#store/sql/database.js'
import { fill, fillGoverned } from '../../bench/mirror/fill.js'
import { recountSumsOf, repositoriesOf, storedSums, wronglyShown } from '../fixtures/recount.js'
import { startTestService } from '../harness/app.js'
import { ALL_SUMS, wrongSums as wrongCounters } from '../harness/recount.js'

const SCALE = 0.08

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, test } = service

t.test('what benches measure on has the sums and flags that the service would have kept', async (t) => {
  if (test.url === undefined) {
    t.pass('benches of the mirror measure on a server')
    return
  }
  await fill(test.url, SCALE, new Date())
  const known = await repositoriesOf(deps)
  t.equal(known.length, 1_000 * SCALE)
  for (const { hostId, openIssues, openPrs } of known.filter(({ hostId }) => hostId % 10 === 7)) {
    const sums = await storedSums(deps, hostId)
    t.same(sums, await recountSumsOf(deps, [hostId]), `repository ${hostId}`)
    t.equal(openIssues, sums['-infinity issues.open'] ?? 0)
    t.equal(openPrs, sums['-infinity prs.open'] ?? 0)
  }
  const there = known.filter(({ deletedAt }) => deletedAt === null).map(({ hostId }) => hostId)
  t.ok(there.length < known.length, 'some repositories are gone')
  t.same(await storedSums(deps, FLEET), {
    ...(await recountSumsOf(deps, there)),
    '-infinity repos': there.length
  })
  t.equal(await wronglyShown(deps), 0)
  t.same(await wrongSums(), [])
})

t.test(
  'the data about the upkeep of repositories has all the sums that the service would have kept',
  async (t) => {
    const governed = await startTestService({ work: false })
    t.teardown(() => governed.close())
    const { url } = governed.test
    if (url === undefined) {
      t.pass('benches of lists measure on a server')
      return
    }
    await fillGoverned(url, { repositories: 60, rows: 500 }, new Date())
    const { db } = governed.deps
    for (const table of ['collaborators', 'branch_rules', 'violations', 'reconcile_states'])
      t.same(await rowsOf(db, sql`select 'rows' as found from ${sql.raw(table)} limit 1`), [
        { found: 'rows' }
      ])
    t.same(await wrongCounters(db, ALL_SUMS), [])
  }
)

/** Sums of feed and decisions that are not what the rows come to, one way or the other. */
function wrongSums() {
  const feed = sql`select repo_id, source, status, count(*)::bigint from activity group by 1, 2, 3
    union all select 0, source, status, count(*) from activity group by 2, 3`
  const feedSums = sql`select repo_id, source, status, sum(amount)::bigint from activity_sums
    where hour = '-infinity' group by 1, 2, 3`
  const decided = sql`select repo_id, 'decisions.of.' || source || '.' || decision, count(*)::bigint from decisions group by 1, 2
    union all select 0, 'decisions.of.' || source || '.' || decision, count(*) from decisions group by 2`
  const decidedSums = sql`select repo_id, measure, sum(amount)::bigint from evidence_tallies
    where day = '-infinity' and starts_with(measure, 'decisions.of.') group by 1, 2`
  const differ = (one: typeof feed, other: typeof feed) =>
    sql`select count(*) from ((${one}) except (${other})) as lacking`
  return rowsOf(
    deps.db,
    sql`select 'feed' as sums where (${differ(feed, feedSums)}) + (${differ(feedSums, feed)}) > 0
      union all select 'decisions' where (${differ(decided, decidedSums)}) + (${differ(decidedSums, decided)}) > 0
      union all select 'nothing' where not exists (select from activity) or not exists (select from decisions)`
  )
}
