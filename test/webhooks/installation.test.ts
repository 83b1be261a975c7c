import t from 'tap'
import { installationOf, repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, receive, handle, installation, repository } = mirror

/** Every test has an installation of its own. */
let lastId = 100
const newId = () => ++lastId

const change = (action: string, id: number, repositories: object[] = []) => ({
  action,
  installation: installationOf(id),
  repositories
})

t.test('a new installation is known with its account and its repositories', async (t) => {
  const id = newId()
  await take('installation', change('created', id, [repositoryOf(11), repositoryOf(12)]))
  t.match(await installation(id), {
    accountLogin: 'octo-org',
    accountType: 'Organization',
    targetId: id + 1_000,
    suspendedAt: null,
    deletedAt: null
  })
  t.match(await repository(11), { installationId: id, fullName: 'octo-org/repo-11', deletedAt: null })
  t.match(await repository(12), { installationId: id, fullName: 'octo-org/repo-12', deletedAt: null })
})

t.test('a suspended installation is marked so until it is unsuspended', async (t) => {
  const id = newId()
  await take('installation', change('created', id))
  await take('installation', change('suspend', id))
  t.match(await installation(id), { suspendedAt: Date, deletedAt: null })
  await take('installation', change('unsuspend', id))
  t.match(await installation(id), { suspendedAt: null, deletedAt: null, accountLogin: 'octo-org' })
})

t.test(
  'an uninstalled App loses all repositories of the installation, named or not, and no other',
  async (t) => {
    const [id, other] = [newId(), newId()]
    await take('installation', change('created', id, [repositoryOf(21), repositoryOf(22)]))
    await take('installation', change('created', other, [repositoryOf(23)]))
    await take('installation', change('deleted', id, [repositoryOf(21), repositoryOf(24)]))
    t.match(await installation(id), { deletedAt: Date })
    for (const gone of [21, 22, 24])
      t.match(await repository(gone), { deletedAt: Date }, `repository ${gone}`)
    t.match(await repository(23), { deletedAt: null })
  }
)

t.test('an App that is installed again has its repositories back', async (t) => {
  const id = newId()
  await take('installation', change('created', id, [repositoryOf(31)]))
  await take('installation', change('deleted', id, [repositoryOf(31)]))
  await take('installation', change('created', id, [repositoryOf(31)]))
  t.match(await installation(id), { deletedAt: null })
  t.match(await repository(31), { deletedAt: null })
})

t.test('an older event that is handled later brings nothing back', async (t) => {
  const id = newId()
  const all = [41, 42, 43].map((one) => repositoryOf(one))
  const state = () => Promise.all([installation(id), repository(41), repository(42), repository(43)])
  await take('installation', change('created', id, all.slice(1)))
  const stale = [
    await receive('installation', change('suspend', id)),
    await receive('installation', change('unsuspend', id, all)),
    ...(await Promise.all(all.map((one) => receive('issues', { repository: one, installation: { id } }))))
  ]
  // The list of an uninstalled App need not be complete, and may name what nobody has heard of.
  await take('installation', change('deleted', id, all.slice(0, 2)))
  const before = await state()
  t.match(before, [{ deletedAt: Date, suspendedAt: null }, ...all.map(() => ({ deletedAt: Date }))])
  for (const row of stale) await handle(row)
  t.same(await state(), before)
})

t.test('an event that only names an unknown installation makes a row for it', async (t) => {
  const id = newId()
  await take('issues', { repository: repositoryOf(51), installation: { id } })
  t.match(await installation(id), { accountLogin: null, deletedAt: null })
  t.match(await repository(51), { installationId: id })
})

t.test('the event of the installation itself counts even if a later mention was handled first', async (t) => {
  const id = newId()
  const created = await receive('installation', change('created', id))
  const suspended = await receive('installation', change('suspend', id))
  await take('issues', { repository: repositoryOf(61), installation: { id } })
  await handle(created)
  t.match(await installation(id), { accountLogin: 'octo-org', suspendedAt: null })
  await handle(suspended)
  t.match(await installation(id), { accountLogin: 'octo-org', suspendedAt: Date })
})

t.test('a mention changes nothing of an installation that is known', async (t) => {
  const id = newId()
  await take('installation', change('created', id))
  await take('installation', change('suspend', id))
  const before = await installation(id)
  await take('issues', { repository: repositoryOf(71), installation: { id } })
  t.same(await installation(id), before)
})
