import t from 'tap'
import { installationOf, repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, receive, handle, installation, repository } = mirror

const selection = (id: number, added: object[], removed: object[] = []) => ({
  action: added.length > 0 ? 'added' : 'removed',
  installation: installationOf(id),
  repositories_added: added,
  repositories_removed: removed
})

t.test('repositories that are added to an installation are known, those removed are marked', async (t) => {
  await take('installation_repositories', selection(1, [repositoryOf(11), repositoryOf(12)]))
  t.match(await repository(11), { installationId: 1, fullName: 'octo-org/repo-11', deletedAt: null })
  await take('installation_repositories', selection(1, [], [repositoryOf(11)]))
  t.match(await repository(11), { installationId: 1, deletedAt: Date })
  t.match(await repository(12), { deletedAt: null })
})

t.test('a repository that was removed and added again is back', async (t) => {
  await take('installation_repositories', selection(2, [repositoryOf(21)]))
  await take('installation_repositories', selection(2, [], [repositoryOf(21)]))
  await take('installation_repositories', selection(2, [repositoryOf(21)]))
  t.match(await repository(21), { deletedAt: null })
})

t.test('an addition that is handled after a later removal brings nothing back', async (t) => {
  const added = await receive('installation_repositories', selection(3, [repositoryOf(31)]))
  await take('installation_repositories', selection(3, [], [repositoryOf(31)]))
  await handle(added)
  t.match(await repository(31), { installationId: 3, deletedAt: Date })
})

t.test('a removal does not touch what belongs to another installation by now', async (t) => {
  await take('installation_repositories', selection(4, [repositoryOf(41, 'octo-org/moved')]))
  await take('installation_repositories', selection(5, [repositoryOf(41, 'new-org/moved')]))
  await take('installation_repositories', selection(4, [], [repositoryOf(41, 'octo-org/moved')]))
  t.match(await repository(41), { installationId: 5, fullName: 'new-org/moved', deletedAt: null })
})

t.test('a list that does not say whether a repository is archived leaves that as it was', async (t) => {
  await take('repository', { action: 'archived', repository: { ...repositoryOf(51), archived: true } })
  await take('installation_repositories', selection(6, [repositoryOf(51)]))
  t.match(await repository(51), { installationId: 6, archived: true })
})

t.test('the selection tells whose an installation is that was only mentioned before', async (t) => {
  await take('issues', { repository: repositoryOf(61), installation: { id: 7 } })
  t.match(await installation(7), { accountLogin: null })
  await take('installation_repositories', selection(7, [repositoryOf(62)]))
  t.match(await installation(7), { accountLogin: 'octo-org', accountType: 'Organization', targetId: 1_007 })
})

t.test('one repository listed twice is recorded once', async (t) => {
  await take('installation_repositories', selection(8, [repositoryOf(81), repositoryOf(81)]))
  t.match(await repository(81), { installationId: 8 })
})
