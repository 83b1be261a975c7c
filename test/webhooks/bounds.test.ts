import { eq } from 'drizzle-orm'
import t from 'tap'
import { issues } from '../../drizzle/tables/index.js'
import { mirrorIssues } from '../../src/services/mirror.js'
import { issueAt, minute } from '../services/fixtures/accounts.js'
import { repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, deps } = mirror

const HOUR_MS = 3_600_000
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
  await deps.transaction((tx) => mirrorIssues(tx, { repoId: 1, shownAt }, [poison]))
  t.same((await issueOf(4))?.updatedAt, shownAt)
})
