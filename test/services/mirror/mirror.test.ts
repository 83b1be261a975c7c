import fc from 'fast-check'
import t from 'tap'
import type { HostPullRequest, HostRun } from '#domain/host/items.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { applyStep, historyStep, resetHistory } from '#test/fixtures/random-history.js'
import { checkSums, recountSumsOf, storedSums } from '#test/fixtures/recount.js'
import { issueAt, minute, pullAt, runAt } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps } = service
const { transaction, db } = deps

t.test('after any history the counters equal the rows, per repository and for the fleet', async (t) => {
  const property = fc.asyncProperty(
    fc.array(historyStep, { minLength: 10, maxLength: 40 }),
    async (steps) => {
      await resetHistory(deps)
      for (const one of steps) await applyStep(deps, one)
      await checkSums(t, deps)
      if (!t.passing()) throw new Error('see above')
    }
  )
  await fc.assert(property, { numRuns: runs(40), endOnFailure: true })
})

t.test('the newest version of an issue is stored, whatever the order of arrival', async (t) => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 })
  const property = fc.asyncProperty(order, async (updates) => {
    await resetHistory(deps)
    const account = { repoId: 1 }
    for (const updated of updates)
      await transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(9, updated)]))
    t.match(await db.select().from(issues), [{ title: 'as of 5', updatedAt: minute(5) }])
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(15), endOnFailure: true })
})

t.test(
  'an event from before its deletion does not restore an issue, and a listing that shows it does',
  async (t) => {
    await resetHistory(deps)
    const live = async () => (await db.select().from(issues))[0]?.live
    const event = { repoId: 1 }
    await transaction((tx) => mirrorIssues(deps, tx, { ...event, goneAt: minute(10) }, [issueAt(9, 5)]))
    await transaction((tx) => mirrorIssues(deps, tx, event, [issueAt(9, 7)]))
    t.equal(await live(), false)
    await transaction((tx) =>
      mirrorIssues(deps, tx, { repoId: 1, shownAt: minute(100_000) }, [issueAt(9, 7)])
    )
    t.equal(await live(), true)
  }
)

t.test('within an attempt a run only moves forward, and a later attempt starts over', async (t) => {
  await resetHistory(deps)
  const account = { repoId: 1 }
  const take = (run: HostRun) => transaction((tx) => mirrorRuns(deps, tx, account, [run]))
  const state = async () => (await db.select().from(ciRuns))[0]
  await take(runAt(9, 5, { conclusion: 'failure' }))
  t.same(await take(runAt(9, 6, { status: 'in_progress' })), [])
  t.match(await state(), { status: 'completed', conclusion: 'failure' })
  await take(runAt(9, 4, { attempt: 2 }))
  t.match(await state(), { status: 'queued', conclusion: null, attempt: 2 })
  t.same(await take(runAt(9, 9, { conclusion: 'success' })), [], 'of the first attempt')
})

t.test('pull request fields missing in a listing are kept while the head is the same', async (t) => {
  await resetHistory(deps)
  const take = (pull: HostPullRequest) =>
    transaction((tx) => mirrorPullRequests(deps, tx, { repoId: 1, shownAt: minute(100_000) }, [pull]))
  const sizes = async () => (await db.select().from(pullRequests))[0]
  await take(pullAt(9, 1, { additions: 10, deletions: 2, changedFiles: 1 }))
  await take(pullAt(9, 2))
  t.match(await sizes(), { additions: 10, deletions: 2, changedFiles: 1 })
  await take(pullAt(9, 3, { headSha: 'b'.repeat(40) }))
  t.match(await sizes(), { additions: null, deletions: null, changedFiles: null })
})

t.test('two concurrent writers of the same new issue count it once', async (t) => {
  await resetHistory(deps)
  const account = { repoId: 1, shownAt: minute(100_000) }
  await Promise.all(
    [1, 2, 3].map(() => transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(9, 1)])))
  )
  t.same(await storedSums(deps, 1), await recountSumsOf(deps, [1]))
})

t.test('an issue of an unknown repository is not mirrored', async (t) => {
  await resetHistory(deps)
  const account = { repoId: 99 }
  t.same(await transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(9, 1)])), [])
})

t.test('findings about an issue are kept when the host reports it again', async (t) => {
  await resetHistory(deps)
  const account = { repoId: 1 }
  await transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(9, 1)]))
  await transaction((tx) => tx.update(issues).set({ triageSummary: 'It is broken.' }))
  await transaction((tx) =>
    mirrorIssues(deps, tx, account, [issueAt(9, 2, { title: 'Renamed', body: 'x'.repeat(70_000) })])
  )
  const [row] = await db.select().from(issues)
  t.match(row, { title: 'Renamed', triageSummary: 'It is broken.' })
  t.equal(row?.body?.length, 65_536)
})
