import t from 'tap'
import { repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, receive, handle, repository } = mirror

const change = (action: string, repository: object, installation = 7) => ({
  action,
  repository,
  installation: { id: installation }
})

t.test('every event that names a repository tells of it: one is enough to know it', async (t) => {
  await take('push', { repository: { ...repositoryOf(1), default_branch: 'trunk' }, installation: { id: 7 } })
  t.match(await repository(1), {
    installationId: 7,
    fullName: 'octo-org/repo-1',
    owner: 'octo-org',
    name: 'repo-1',
    private: false,
    archived: false,
    defaultBranch: 'trunk',
    deletedAt: null
  })
})

t.test('a renamed or transferred repository keeps its row and has its new name', async (t) => {
  await take('issues', change('opened', repositoryOf(2)))
  const { id } = (await repository(2)) ?? {}
  await take('repository', change('renamed', repositoryOf(2, 'octo-org/renamed')))
  t.match(await repository(2), { id, owner: 'octo-org', name: 'renamed', fullName: 'octo-org/renamed' })
  await take('repository', change('transferred', repositoryOf(2, 'new-org/renamed'), 8))
  t.match(await repository(2), { id, owner: 'new-org', fullName: 'new-org/renamed', installationId: 8 })
})

t.test('a repository is private until something says otherwise, and then as it was said last', async (t) => {
  const { private: _, ...unsaid } = repositoryOf(21)
  await take('issues', change('opened', unsaid))
  t.match(await repository(21), { private: true })
  await take('issues', change('opened', { ...unsaid, private: false }))
  await take('issues', change('opened', unsaid))
  t.match(await repository(21), { private: false })
})

t.test('a deleted repository is marked, and its row stays', async (t) => {
  await take('issues', change('opened', repositoryOf(3)))
  await take('repository', change('deleted', repositoryOf(3)))
  t.match(await repository(3), { fullName: 'octo-org/repo-3', deletedAt: Date })
})

t.test('a repository is deleted although the event names no installation, or another one', async (t) => {
  await take('issues', change('opened', repositoryOf(4)))
  await take('repository', { action: 'deleted', repository: repositoryOf(4) })
  t.match(await repository(4), { installationId: 7, deletedAt: Date })
  await take('issues', change('opened', repositoryOf(5)))
  await take('repository', change('deleted', repositoryOf(5), 8))
  t.match(await repository(5), { deletedAt: Date })
})

t.test('an event that only names a repository does not bring it back, whatever it tells of', async (t) => {
  const gone = repositoryOf(31)
  await take('issues', change('opened', gone))
  await take('repository', change('deleted', gone))
  const before = await repository(31)
  const label = { id: 5, name: 'bug', color: 'd73a4a' }
  const late = { issues: 'opened', push: '', star: 'created', repository: 'renamed', label: 'created' }
  for (const [event, action] of Object.entries(late)) {
    await take(event, { ...change(action, gone), label })
    t.match(await repository(31), { deletedAt: before?.deletedAt, counted: false }, event)
  }
  await take('repository', change('created', gone))
  t.match(await repository(31), { deletedAt: null, counted: true })
})

t.test('a repository that its installation lost stays lost until it is added again', async (t) => {
  const selection = (added: object[], removed: object[]) => ({
    action: added.length > 0 ? 'added' : 'removed',
    installation: { id: 7, account: { login: 'octo-org', type: 'Organization' } },
    repositories_added: added,
    repositories_removed: removed
  })
  const lost = repositoryOf(32)
  await take('issues', change('opened', lost))
  await take('installation_repositories', selection([], [lost]))
  await take('issues', change('edited', lost))
  t.match(await repository(32), { deletedAt: Date, counted: false })
  await take('installation_repositories', selection([lost], []))
  t.match(await repository(32), { deletedAt: null, counted: true })
})

t.test(
  'what was said of a repository before it went is handled after that, and changes nothing',
  async (t) => {
    const known = repositoryOf(33)
    await take('issues', change('opened', known))
    const created = await receive('repository', change('created', known))
    await take('repository', change('deleted', known))
    await handle(created)
    t.match(await repository(33), { deletedAt: Date, counted: false })
  }
)

t.test('a deletion that is handled after a later event still deletes the repository', async (t) => {
  const known = repositoryOf(34)
  await take('issues', change('opened', known))
  const deleted = await receive('repository', change('deleted', known))
  await take('issues', change('edited', known))
  await handle(deleted)
  t.match(await repository(34), { deletedAt: Date, counted: false })
})

t.test(
  'a repository does not go to another installation because an event of that one names it',
  async (t) => {
    await take('issues', change('opened', repositoryOf(35)))
    await take('issues', change('edited', repositoryOf(35), 9))
    t.match(await repository(35), { installationId: 7 })
  }
)

t.test('archived, unarchived, privatized and publicized are taken over', async (t) => {
  await take('repository', change('archived', { ...repositoryOf(6), archived: true }))
  t.match(await repository(6), { archived: true, private: false })
  await take('repository', change('unarchived', { ...repositoryOf(6), archived: false }))
  t.match(await repository(6), { archived: false })
  await take('repository', change('privatized', { ...repositoryOf(6), private: true }))
  t.match(await repository(6), { private: true })
  await take('repository', change('publicized', { ...repositoryOf(6), private: false }))
  t.match(await repository(6), { private: false })
})

t.test('an older event that is handled later changes nothing', async (t) => {
  const stale = [
    await receive('issues', change('opened', { ...repositoryOf(8, 'octo-org/old'), private: true })),
    await receive('repository', change('deleted', repositoryOf(8, 'octo-org/old'))),
    await receive('issues', change('closed', repositoryOf(8, 'octo-org/old'), 9))
  ]
  await take('repository', change('renamed', repositoryOf(8, 'octo-org/new')))
  const before = await repository(8)
  for (const row of stale) await handle(row)
  t.same(await repository(8), before)
  t.match(before, { fullName: 'octo-org/new', private: false, deletedAt: null, installationId: 7 })
})

t.test('fields that an event lacks keep their value', async (t) => {
  await take('push', change('', { ...repositoryOf(9), default_branch: 'trunk', archived: true }))
  await take('issues', { repository: repositoryOf(9) })
  t.match(await repository(9), { defaultBranch: 'trunk', archived: true, installationId: 7 })
})

t.test('two repositories may bear one name, one after the other', async (t) => {
  await take('issues', change('opened', repositoryOf(10, 'octo-org/name')))
  await take('repository', change('deleted', repositoryOf(10, 'octo-org/name')))
  await take('issues', change('opened', repositoryOf(11, 'octo-org/name')))
  t.match(await repository(10), { deletedAt: Date })
  t.match(await repository(11), { fullName: 'octo-org/name', deletedAt: null })
})
