import { eq } from 'drizzle-orm'
import t from 'tap'
import type { HostEvent } from '#domain/host/events.js'
import { recordRepository } from '#services/mirror/identities.js'
import { recordLabel } from '#services/mirror/labels.js'
import type { Tx } from '#store/sql/database.js'
import { labels } from '#tables/mirror/labels.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { checkSums } from '../fixtures/recount.js'
import { repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, repository, client, deps } = mirror

const label = (action: string, repositoryId: number, { name = 'bug', changes = {} } = {}) => ({
  action,
  label: { id: 51, name, color: 'd73a4a' },
  changes,
  repository: repositoryOf(repositoryId),
  installation: { id: 7 }
})

t.test('a label that is deleted leaves its repository where it is', async (t) => {
  await take('label', label('created', 1))
  await take('label', label('deleted', 1))
  t.match(await repository(1), { fullName: 'octo-org/repo-1', deletedAt: null, counted: true })
})

const opened = (id: number, repositoryId: number, names: string[]) => ({
  action: 'opened',
  issue: {
    id,
    number: id,
    title: 'It crashes',
    labels: names.map((name) => ({ name })),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z'
  },
  repository: repositoryOf(repositoryId),
  installation: { id: 7 }
})

async function totalOf(name: string): Promise<number | undefined> {
  const { data } = await client.GET('/api/issues', { params: { query: { label: [name] } } })
  return data?.meta.total
}

t.test('totals follow a label that is renamed, renamed to one that is there, and deleted', async (t) => {
  await take('label', label('created', 2))
  for (const id of [21, 22, 23]) await take('issues', opened(id, 2, ['bug', 'ui']))
  await take('issues', { ...opened(24, 2, ['bug']), action: 'deleted' })
  await take('label', label('edited', 2, { name: 'defect', changes: { name: { from: 'bug' } } }))
  t.same([await totalOf('bug'), await totalOf('defect'), await totalOf('ui')], [0, 3, 3])
  await checkSums(t, deps)
  await take('label', label('edited', 2, { name: 'ui', changes: { name: { from: 'defect' } } }))
  t.same([await totalOf('defect'), await totalOf('ui')], [0, 3])
  await take('label', label('deleted', 2, { name: 'ui' }))
  t.equal(await totalOf('ui'), 0)
  await checkSums(t, deps)
})

t.test('an event in place of what is recorded of it does not compile', (t) => {
  const mixtures = (tx: Tx, event: Extract<HostEvent, { kind: 'label' }>, at: Date) => [
    // @ts-expect-error The change of a label would be taken for one of its repository.
    () => recordRepository(deps, tx, { ...event, at }),
    // @ts-expect-error Neither does an event as it is.
    () => recordLabel(tx, event)
  ]
  t.type(mixtures, 'function')
  t.end()
})

async function namesIn(repositoryId: number): Promise<string[]> {
  const rows = await deps.db.select().from(labels).where(eq(labels.repoId, repositoryId))
  return rows.filter(({ goneAt }) => goneAt === null).map(({ name }) => name)
}

t.test('a label that is deleted does not come back by an earlier event that comes late', async (t) => {
  const late = await mirror.receive('label', label('created', 3))
  const edited = await mirror.receive('label', label('edited', 3))
  await take('label', label('deleted', 3))
  await mirror.handle(late)
  await mirror.handle(edited)
  t.same(await namesIn(3), [])
})

t.test('a rename that comes late relabels nothing that another label of that name is on', async (t) => {
  await take('label', label('created', 4))
  await take('issues', opened(41, 4, ['bug']))
  const rename = label('edited', 4, { name: 'defect', changes: { name: { from: 'bug' } } })
  const late = await mirror.receive('label', rename)
  const other = label('created', 4)
  await take('label', { ...other, label: { ...other.label, id: 52 } })
  await take('issues', opened(42, 4, ['bug']))
  const before = await totalOf('bug')
  await mirror.handle(late)
  t.equal(await totalOf('bug'), before)
  t.same((await namesIn(4)).toSorted(), ['bug', 'defect'])
  await checkSums(t, deps)
})

t.test('what carries a label follows its last name, although an earlier rename comes late', async (t) => {
  await take('label', label('created', 5))
  await take('issues', opened(51, 5, ['bug']))
  const changes = (from: string) => ({ name: { from } })
  const late = await mirror.receive('label', label('edited', 5, { name: 'mid', changes: changes('bug') }))
  const before = await totalOf('bug')
  await take('label', label('edited', 5, { name: 'flaw', changes: changes('mid') }))
  await mirror.handle(late)
  t.same([await totalOf('bug'), await totalOf('mid'), await totalOf('flaw')], [(before ?? 0) - 1, 0, 1])
  t.same(await namesIn(5), ['flaw'])
  await checkSums(t, deps)
})

t.test('items whose label has passed its name to another are compared with the host', async (t) => {
  await take('label', label('created', 6))
  await take('issues', opened(61, 6, ['bug']))
  const parts = ['issues', 'pull_requests'] as const
  await deps.db.insert(syncWalks).values(parts.map((part) => ({ repoId: 6, part })))
  const anew = label('created', 6)
  await take('label', { ...anew, label: { ...anew.label, id: 61 } })
  await take('label', label('deleted', 6))
  const walks = await deps.db.select().from(syncWalks).where(eq(syncWalks.repoId, 6))
  t.same(
    walks.filter(({ isFullWanted }) => isFullWanted).map(({ part }) => part),
    ['issues'],
    'no pull request carries it'
  )
})
