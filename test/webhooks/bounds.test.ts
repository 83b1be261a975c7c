import { eq } from 'drizzle-orm'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { issueAt, minute } from '../fixtures/seed.js'
import { repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, receive, handle, deps, client } = mirror

/** What the record of a delivery says of it, once it is handled. */
async function correctionsOf(event: string, payload: unknown) {
  const id = await receive(event, payload)
  await handle(id)
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id: String(id) } } })
  return data?.corrections
}

const FAR = '2099-01-01T00:00:00Z'

const edited = (id: number, issue: object) => ({
  action: 'edited',
  issue: { id, number: id, title: 'It crashes', created_at: '2026-01-01T00:00:00Z', ...issue },
  repository: repositoryOf(1),
  installation: { id: 7 }
})

async function issueOf(hostId: number) {
  return (await deps.db.select().from(issues).where(eq(issues.hostId, hostId)))[0]
}

t.test('an issue without a number of its own is not mirrored', async (t) => {
  await take('issues', edited(1, { number: 0, updated_at: '2026-01-01T00:00:00Z' }))
  t.equal(await issueOf(1), undefined)
})

t.test('an event of the far future counts as of its receipt, and later ones are heard', async (t) => {
  await take('issues', edited(2, { title: 'poison', created_at: FAR, updated_at: FAR }))
  const poisoned = await issueOf(2)
  const now = deps.now()
  t.equal(poisoned?.title, 'poison')
  t.ok(poisoned && poisoned.updatedAt <= now && poisoned.createdAt <= now)
  const later = new Date(now.getTime() + HOUR_MS).toISOString()
  await take('issues', edited(2, { title: 'true', updated_at: later }))
  t.equal((await issueOf(2))?.title, 'true')
})

t.test('a clock that is hours ahead is believed', async (t) => {
  const ahead = new Date(deps.now().getTime() + 20 * HOUR_MS)
  await take('issues', edited(3, { updated_at: ahead.toISOString() }))
  t.same((await issueOf(3))?.updatedAt, ahead)
})

t.test('a listing of the far future counts as of when it was asked for', async (t) => {
  const shownAt = minute(60)
  const poison = issueAt(4, 0, { updatedAt: new Date(FAR) })
  await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1, shownAt }, [poison]))
  t.same((await issueOf(4))?.updatedAt, shownAt)
})

t.test('titles and names are cut where the host allows none, and the list stays readable', async (t) => {
  const labels = Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}`.padEnd(10_000, 'x') }))
  const large = edited(8, { title: 'x'.repeat(1_000_000), labels, updated_at: '2026-01-02T00:00:00Z' })
  t.same(await correctionsOf('issues', large), [{ path: '/issue/title', reason: 'too_long' }])
  const stored = await issueOf(8)
  t.equal(stored?.title.length, 4_096)
  t.equal(stored?.labels.length, 100)
  t.ok(stored?.labels.every(({ length }) => length <= 255))
})

t.test('what was corrected or left out is named in the record of the delivery', async (t) => {
  const ahead = edited(5, { number: 0, updated_at: FAR, closed_at: 'soon', body: 'x'.repeat(70_000) })
  t.same(await correctionsOf('issues', ahead), [
    { path: '/issue/updated_at', reason: 'moment_ahead' },
    { path: '/issue/closed_at', reason: 'not_a_moment' },
    { path: '/issue/number', reason: 'not_a_number' },
    { path: '/issue/body', reason: 'too_long' }
  ])
  const run = { id: 6, run_attempt: 0, head_sha: 'a'.repeat(40), created_at: FAR, updated_at: FAR }
  t.same(
    await correctionsOf('workflow_run', {
      action: 'requested',
      workflow_run: run,
      repository: { ...repositoryOf(1), pushed_at: FAR, created_at: FAR }
    }),
    [
      { path: '/workflow_run/created_at', reason: 'moment_ahead' },
      { path: '/workflow_run/updated_at', reason: 'moment_ahead' },
      { path: '/workflow_run/run_attempt', reason: 'not_a_number' },
      { path: '/repository/pushed_at', reason: 'moment_ahead' },
      { path: '/repository/created_at', reason: 'moment_ahead' }
    ]
  )
  const ofPush = { ...repositoryOf(1), created_at: Date.parse('2037-01-01T00:00:00Z') / 1_000 }
  t.same(await correctionsOf('push', { repository: ofPush }), [
    { path: '/repository/created_at', reason: 'moment_ahead' }
  ])
})

t.test('a delivery that was taken over as it is has no corrections', async (t) => {
  t.same(await correctionsOf('issues', edited(7, { updated_at: '2026-01-01T00:00:00Z' })), [])
  t.same(
    await correctionsOf('push', {
      repository: { ...repositoryOf(1), pushed_at: 1_767_225_600, created_at: 1_767_225_600 }
    }),
    []
  )
})

t.test('a push of the far future counts as of its receipt', async (t) => {
  await take('label', { action: 'created', repository: { ...repositoryOf(8), pushed_at: FAR } })
  const known = await mirror.repository(8)
  t.ok(known?.pushedAt && known.pushedAt <= deps.now())
})

t.test('a run of the far future counts as of its receipt, and its end is heard', async (t) => {
  const run = (more: object) => ({
    action: 'completed',
    workflow_run: { id: 9, run_attempt: 1, head_sha: 'a'.repeat(40), status: 'queued', ...more },
    repository: repositoryOf(1)
  })
  await take('workflow_run', run({ created_at: FAR, updated_at: FAR }))
  const later = new Date(deps.now().getTime() + HOUR_MS).toISOString()
  const end = { status: 'completed', conclusion: 'success', created_at: later, updated_at: later }
  await take('workflow_run', run(end))
  const [known] = await deps.db.select().from(ciRuns).where(eq(ciRuns.hostRunId, 9))
  t.equal(known?.conclusion, 'success')
})
