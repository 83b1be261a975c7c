import { eq } from 'drizzle-orm'
import t from 'tap'
import { budgetFindings, readActivity, syncFindings } from '#command-line/doctor/activity.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const NOW = new Date('2026-01-31T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

t.test('a budget that is almost spent is told, with the time until it is full again', async (t) => {
  const budget = { installationId: 7, resource: 'core', limit: 5_000, resetAt: ago(-20 * MINUTE_MS) }
  t.match(budgetFindings([{ ...budget, remaining: 4_000 }], NOW), [
    { outcome: 'ok', message: '4000 of 5000 calls are left of installation 7 (core), for 20 minutes.' }
  ])
  t.match(budgetFindings([{ ...budget, installationId: null, remaining: 500 }], NOW), [
    { outcome: 'warning', message: /^500 of 5000 .* of the credential itself/, remedy: /Work waits/ }
  ])
  t.match(budgetFindings([], NOW), [{ outcome: 'ok' }])
})

t.test('a repository that was not compared for hours is named, and one for days is a failure', async (t) => {
  const syncs = (...ages: (number | null)[]) => ({
    total: 9,
    oldest: ages.map((age, at) => ({
      fullName: `octo-org/repo-${at}`,
      syncedAt: age === null ? null : ago(age)
    }))
  })
  t.match(syncFindings({ total: 0, oldest: [] }, NOW), [
    { outcome: 'ok', message: 'No repository is known yet.' }
  ])
  t.match(syncFindings(syncs(40 * MINUTE_MS, MINUTE_MS), NOW), [
    { outcome: 'ok', message: 'All 9 repositories were compared within 40 minutes.' }
  ])
  t.match(syncFindings(syncs(null, 3 * HOUR_MS, MINUTE_MS), NOW), [
    { outcome: 'warning', message: 'octo-org/repo-0 was never compared with the host.' },
    { outcome: 'warning', message: 'octo-org/repo-1 was last compared with the host 3 hours ago.' }
  ])
  t.match(syncFindings(syncs(30 * HOUR_MS), NOW), [{ outcome: 'failed', remedy: /worker/ }])
})

t.test('both are read from the database, those that wait for the longest time first', async (t) => {
  const service = await startTestService({ work: false })
  t.teardown(() => service.close())
  const { deps } = service
  for (const hostId of [1, 2, 3]) await seedRepository(deps, { hostId })
  await seedRepository(deps, { hostId: 4, change: 'deleted' })
  for (const [hostId, at] of [
    [1, ago(5 * HOUR_MS)],
    [2, ago(MINUTE_MS)]
  ] as const)
    await deps.db.update(repositories).set({ lastSyncedAt: at }).where(eq(repositories.hostId, hostId))
  t.match(await readActivity(deps.db, NOW), [
    { check: 'budget', outcome: 'ok' },
    { check: 'sync', message: 'octo-org/repo-3 was never compared with the host.' },
    { check: 'sync', message: 'octo-org/repo-1 was last compared with the host 5 hours ago.' }
  ])
})
