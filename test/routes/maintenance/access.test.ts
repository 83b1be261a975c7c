import t, { type Test } from 'tap'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import type { Permission } from '#schemas/host/enums.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPeople } from '#test/fixtures/people-service.js'
import { KEY } from '#test/harness/app.js'

const ROUTE = '/api/maintainer/collaborators/{owner}/{repo}/{login}'
const pathOf = (login: string, repo = 'hello') => ({ path: { owner: 'octo-org', repo, login } })

async function startChanges(t: Test) {
  const people = await startPeople(t)
  const { client, world, repository, sync } = people
  world.addMember('octo-org', 'mona')
  world.addCollaborator(repository, 'root', 'admin')
  t.same(await sync(), [])
  return {
    ...people,
    written: hostWritesOf(repository).written,
    put: (login: string, permission: Permission, repo?: string) =>
      client.PUT(ROUTE, { params: pathOf(login, repo), body: { permission } }),
    remove: (login: string, repo?: string) => client.DELETE(ROUTE, { params: pathOf(login, repo) }),
    entries: async () =>
      (await client.GET('/api/maintainer/audit')).data?.data.map(
        ({ action, target_id, success, error, payload }) => ({ action, target_id, success, error, payload })
      ) ?? []
  }
}

t.test('a change of access is made on the host, shown at once and recorded', async (t) => {
  const { put, remove, who, written, entries } = await startChanges(t)
  t.match((await put('mona', 'push')).data, {
    updated: true,
    login: 'mona',
    permission: 'push',
    invited: false
  })
  t.same(await who(), ['root admin hello', 'mona push hello'])
  t.match((await put('Mona', 'maintain')).data, { updated: true, permission: 'maintain' })
  t.match((await remove('mona')).data, { removed: true, login: 'mona' })
  t.same(await who(), ['root admin hello'])
  t.same(written, ['collaborator mona push', 'collaborator mona maintain', 'no collaborator mona'])
  t.match(await entries(), [
    {
      action: 'collaborator.remove',
      target_id: 'octo-org/hello:mona',
      success: true,
      error: null,
      payload: { login: 'mona', old_permission: 'maintain', action_id: Number }
    },
    { action: 'collaborator.update', payload: { old_permission: 'push', new_permission: 'maintain' } },
    { action: 'collaborator.update', payload: { old_permission: null, new_permission: 'push' } }
  ])
})

t.test('somebody from outside is invited; an invitation is changed and withdrawn', async (t) => {
  const { world, repository, put, remove, who, written } = await startChanges(t)
  world.addMember('acme', 'guest')
  t.match((await put('guest', 'pull')).data, { updated: true, invited: true })
  t.match((await put('guest', 'triage')).data, { updated: true, invited: true })
  t.same(await who(), ['root admin hello'], 'and has no access before it is accepted')
  t.match((await remove('guest')).data, { removed: true })
  t.equal(repository.invitations.size, 0)
  t.same(written, ['collaborator guest pull', 'invitation of guest triage', 'no invitation of guest'])
})

t.test('what is so already is not written again', async (t) => {
  const { put, written } = await startChanges(t)
  t.match((await put('root', 'admin')).data, { updated: true, permission: 'admin' })
  t.same(written, [])
})

t.test('the last admin keeps the permission', async (t) => {
  const { world, put, remove, written, entries } = await startChanges(t)
  for (const answer of [await put('root', 'push'), await remove('root')])
    t.match(answer.error, {
      status: 409,
      code: 'last_admin',
      message: /Nobody but root administers octo-org\/hello/
    })
  t.same(written, [])
  t.match(await entries(), [
    { action: 'collaborator.remove', success: false, error: /./ },
    { action: 'collaborator.update', success: false, error: /./ }
  ])
  world.addMember('octo-org', 'owner', 'admin')
  t.match((await put('root', 'push')).data, { updated: true }, 'an owner of the organisation can rescue it')
})

t.test('a request that cannot be met says why, and is recorded once', async (t) => {
  const { inject, put, remove, written, entries } = await startChanges(t)
  t.match((await put('mona', 'push', 'nowhere')).error, { status: 404, code: 'repo_not_found' })
  t.match((await remove('mona')).error, { status: 404, code: 'collaborator_not_found' })
  t.match((await put('nobody-at-all', 'push')).error, { status: 404 })
  const reply = await inject({
    method: 'PUT',
    url: '/api/maintainer/collaborators/octo-org/hello/mona',
    headers: { authorization: `Bearer ${KEY}` },
    payload: { permission: 'everything' }
  })
  t.match(reply.json(), { status: 400, message: /permission/ })
  t.same(written, [])
  t.match(
    (await entries()).map(({ target_id, success }) => [target_id, success]),
    [
      ['octo-org/hello:mona', false],
      ['octo-org/hello:nobody-at-all', false],
      ['octo-org/hello:mona', false],
      ['octo-org/nowhere:mona', false]
    ]
  )
})

t.test('a host that refuses, or accepts without effect, is said to have done so', async (t) => {
  const { world, put, entries } = await startChanges(t)
  for (const login of ['lisa', 'max']) world.addMember('octo-org', login)
  const WRITE = 'PUT /repos/{owner}/{repo}/collaborators/{username}'
  const LIST = 'GET /repos/{owner}/{repo}/collaborators'
  world.failNext(WRITE, 1, () => ({
    status: 403,
    body: { message: 'Resource not accessible by integration' }
  }))
  t.match((await put('mona', 'push')).error, { status: 502, code: 'permission_denied' })
  world.failNext(WRITE, 1, () => ({ status: 422, body: { message: 'Validation Failed' } }))
  t.match((await put('lisa', 'push')).error, { status: 502, code: 'host_refused' })
  world.failNext(LIST, 2, (answer) => answer)
  world.failNext(LIST, 1, () => ({ body: [] }))
  t.match((await put('max', 'push')).error, { status: 502, message: /shows for max: no access of their own/ })
  t.same(
    (await entries()).map(({ success }) => success),
    [false, false, false]
  )
})

t.test('in a dry run nothing is written, and the reply and the log say so', async (t) => {
  const { deps, repository, put, remove, written, entries } = await startChanges(t)
  const overrides = { settings: { dry_run: true } }
  await deps.db.insert(repoConfigs).values({ repoId: repository.id, overrides, version: 1 })
  t.match((await put('mona', 'push')).data, { updated: false, message: /dry/i })
  t.match((await remove('root')).data, { removed: false, message: /dry/i })
  t.same(written, [])
  t.match(await entries(), [
    { success: false, error: /dry/i },
    { success: false, error: /dry/i }
  ])
})
