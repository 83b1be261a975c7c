import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import type { Permission } from '#schemas/host/enums.js'
import { startPeople } from '#test/fixtures/people-service.js'

const LIST = 'GET /repos/{owner}/{repo}/collaborators'

t.test('a sync mirrors who has access to a repository, and forgets who has lost it', async (t) => {
  const { world, repository, sync, collaborators, who } = await startPeople(t)
  world.addCollaborator(repository, 'mona', 'push')
  world.addCollaborator(repository, 'hubot', 'admin')
  t.same(await sync(), [])
  const { data, meta } = await collaborators()
  t.equal(meta.total, 2)
  t.match(data[0], {
    repo_id: repository.id,
    host_login: 'hubot',
    permission: 'admin',
    role_name: 'admin',
    repo_full_name: 'octo-org/hello',
    repo_owner: 'octo-org',
    repo_name: 'hello'
  })
  t.match(data[1], { host_login: 'mona', permission: 'push', role_name: 'write' })

  world.removeCollaborator(repository, 'hubot')
  world.addCollaborator(repository, 'mona', 'maintain')
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.same(await who(), ['mona maintain hello'], 'the daily comparison finds changes without an event')
  t.equal((await collaborators()).meta.total, 1)
})

t.test('an event about a collaborator has the list read again at once', async (t) => {
  const { world, repository, sync, work, hear, who } = await startPeople(t)
  t.same(await sync(), [])
  await hear(world.addCollaborator(repository, 'mona', 'triage'))
  t.same(await work(), [])
  t.same(await who(), ['mona triage hello'])
  await hear(world.removeCollaborator(repository, 'mona'))
  t.same(await work(), [])
  t.same(await who(), [])
})

t.test('a list that has not changed is confirmed, and between two comparisons not asked for', async (t) => {
  const { world, repository, sync } = await startPeople(t)
  world.addCollaborator(repository, 'mona', 'push')
  t.same(await sync(), [])
  world.forgetCounts()
  t.same(await sync(), [])
  t.equal(world.count(LIST), 0)
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.equal(world.count(LIST), 1)
  const asked = world.fake.asked.filter(({ path }) => path.includes('/collaborators')).at(-1)
  t.ok(asked?.headers['if-none-match'], 'conditionally')
})

t.test(
  'where the host does not show the list, the sync says why, keeps what was known and succeeds',
  async (t) => {
    const { world, repository, sync, who, partOf } = await startPeople(t)
    world.addCollaborator(repository, 'mona', 'push')
    t.same(await sync(), [])
    world.failNext(LIST, 1, () => ({
      status: 403,
      body: { message: 'Must have push access to view repository collaborators.' }
    }))
    world.advance(DAY_MS)
    t.same(await sync(), [])
    t.match(await partOf(), {
      status: 'idle',
      last_error: null,
      complete: true,
      part: { refusal: /push access/ }
    })
    t.same(await who(), ['mona push hello'])

    world.forgetCounts()
    t.same(await sync(), [])
    t.equal(world.count(LIST), 0, 'and it is not asked again at every sync')
    world.advance(DAY_MS)
    t.same(await sync(), [])
    t.match(await partOf(), { part: { refusal: null } })
  }
)

t.test('a repository whose list was never shown is complete without it', async (t) => {
  const { world, sync, partOf } = await startPeople(t)
  world.failNext(LIST, 1, () => ({ status: 404, body: { message: 'Not Found' } }))
  t.same(await sync(), [])
  t.match(await partOf(), { complete: true, part: { refusal: /./, compared_at: null } })
})

t.test('a failing host fails the sync, and what was known stays', async (t) => {
  const { world, repository, sync, who, partOf } = await startPeople(t)
  world.addCollaborator(repository, 'mona', 'push')
  t.same(await sync(), [])
  world.failNext(LIST, 20, () => ({ status: 500, body: { message: 'Server Error' } }))
  world.advance(DAY_MS)
  t.not((await sync()).length, 0)
  t.match(await partOf(), { last_error: /collaborators/, part: { refusal: null } })
  t.same(await who(), ['mona push hello'])
})

t.test('collaborators are ordered by permission, login and repository, page by page', async (t) => {
  const { world, repositories, sync, who, collaborators } = await startPeople(t, [
    'octo-org/beta',
    'octo-org/Alpha',
    'octo-org/gamma'
  ])
  const granted: [string, Permission][] = [
    ['zoe', 'admin'],
    ['Ann', 'pull'],
    ['bob', 'pull'],
    ['mia', 'triage'],
    ['lea', 'maintain'],
    ['kim', 'push']
  ]
  for (const repository of repositories)
    for (const [login, permission] of granted) world.addCollaborator(repository, login, permission)
  t.same(await sync(), [])
  const all = await who({ per_page: 100 })
  const inOrder = ['zoe admin', 'lea maintain', 'kim push', 'mia triage', 'Ann pull', 'bob pull']
  t.same(
    all,
    inOrder.flatMap((person) => ['Alpha', 'beta', 'gamma'].map((name) => `${person} ${name}`))
  )
  const paged: string[] = []
  for (let cursor: string | undefined; paged.length < all.length; ) {
    const query = { per_page: 4, ...(cursor === undefined ? {} : { cursor }) }
    paged.push(...(await who(query)))
    cursor = (await collaborators(query)).meta.cursor ?? undefined
  }
  t.same(paged, all)
  t.same(await who({ per_page: 4, page: 2 }), all.slice(4, 8))
  t.match(await collaborators({ permission: 'pull', per_page: 1 }), { meta: { total: 6 } })
  t.match(await collaborators({ login: 'NN', per_page: 1 }), { meta: { total: 3 } })
  t.match(await collaborators({ repo: 'OCTO-ORG/alpha', per_page: 1 }), { meta: { total: 6 } })
})

t.test('a renamed repository takes its new place in the order, and a deleted one disappears', async (t) => {
  const { world, repositories, sync, hear, who, collaborators } = await startPeople(t, [
    'octo-org/alpha',
    'octo-org/beta'
  ])
  for (const repository of repositories) world.addCollaborator(repository, 'mona', 'push')
  t.same(await sync(), [])
  const [alpha, beta] = repositories
  if (!alpha || !beta) throw new Error('there are two')
  await hear(world.renameRepository(alpha, 'zeta'))
  t.same(await who(), ['mona push beta', 'mona push zeta'])
  await hear(world.deleteRepository(beta))
  t.same(await who(), ['mona push zeta'])
  t.equal((await collaborators()).meta.total, 1)
})

t.test('one repository has its own list, and an unknown one is named', async (t) => {
  const { world, repository, sync, client } = await startPeople(t)
  world.addCollaborator(repository, 'mona', 'push')
  t.same(await sync(), [])
  const list = (repo: string, permission?: Permission) =>
    client.GET('/api/maintainer/collaborators/{owner}/{repo}', {
      params: { path: { owner: 'octo-org', repo }, query: permission ? { permission } : {} }
    })
  t.match((await list('HELLO')).data, { data: [{ host_login: 'mona' }], meta: { total: 1 } })
  t.match((await list('hello', 'admin')).data, { data: [], meta: { total: 0 } })
  t.match((await list('nowhere')).error, { status: 404, message: /octo-org\/nowhere is not known/ })
  const { error } = await client.GET('/api/maintainer/collaborators', {
    params: { query: { repo: 'octo-org/nowhere' } }
  })
  t.match(error, { status: 404 })
})

t.test('members are listed owners first, with what they may do in the repositories', async (t) => {
  const { world, repositories, sync, client } = await startPeople(t, ['octo-org/beta', 'octo-org/alpha'])
  const other = world.createInstallation('acme').installation
  const elsewhere = world.createRepository('acme/tools', { installation: other }).repository
  world.addMember('octo-org', 'zoe', 'admin')
  world.addMember('octo-org', 'mona')
  world.addMember('octo-org', 'Ann')
  world.addMember('acme', 'mona', 'admin')
  for (const repository of repositories) world.addCollaborator(repository, 'mona', 'push')
  world.addCollaborator(elsewhere, 'mona', 'admin')
  t.same(await sync(), [])
  const list = async (query: { org?: string; role?: 'owner' | 'member'; search?: string }) =>
    (await client.GET('/api/maintainer/members', { params: { query } })).data?.data.map(
      ({ host_login, role, org, repo_count, max_permission_rank }) =>
        `${org} ${host_login} ${role} ${repo_count} ${max_permission_rank}`
    )
  t.same(await list({ org: 'OCTO-org' }), [
    'octo-org zoe owner 0 0',
    'octo-org Ann member 0 0',
    'octo-org mona member 2 3'
  ])
  t.same(await list({ org: 'acme' }), ['acme mona owner 1 5'])
  t.same(await list({ role: 'owner' }), ['acme mona owner 1 5', 'octo-org zoe owner 0 0'])
  t.same(await list({ search: 'NN' }), ['octo-org Ann member 0 0'])
  const { error } = await client.GET('/api/maintainer/members', { params: { query: { org: 'nobody' } } })
  t.match(error, { status: 404, code: 'org_not_found' })

  const one = (login: string, query: { org?: string } = {}) =>
    client.GET('/api/maintainer/members/{login}', { params: { path: { login }, query } })
  t.match((await one('mona', { org: 'octo-org' })).data, {
    host_login: 'mona',
    org: 'octo-org',
    role: 'member',
    repo_access: [
      {
        full_name: 'octo-org/alpha',
        owner: 'octo-org',
        name: 'alpha',
        permission: 'push',
        role_name: 'write'
      },
      { full_name: 'octo-org/beta' }
    ]
  })
  t.match((await one('MONA')).error, { status: 400, details: [{ path: 'org', message: /acme.*octo-org/ }] })
  t.match((await one('ann')).data, { host_login: 'Ann', repo_access: [] })
  t.match((await one('nobody')).error, { status: 404, code: 'member_not_found' })
})

t.test('members who left and members of a removed installation are not listed', async (t) => {
  const { world, installation, sync, hear, client } = await startPeople(t)
  world.addMember('octo-org', 'mona')
  world.addMember('octo-org', 'ann')
  t.same(await sync(), [])
  const logins = async () =>
    (await client.GET('/api/maintainer/members')).data?.data.map(({ host_login }) => host_login)
  t.same(await logins(), ['ann', 'mona'])
  world.removeMember('octo-org', 'ann')
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.same(await logins(), ['mona'])
  await hear(world.removeInstallation(installation))
  t.same(await logins(), [])
})

t.test('members are read again on request, once for many requests, and recorded', async (t) => {
  const { world, sync, work, client } = await startPeople(t)
  world.createInstallation('octocat', 'User')
  t.same(await sync(), [])
  world.addMember('octo-org', 'mona')
  const ask = (body: { org?: string } = {}) => client.POST('/api/maintainer/members/sync', { body })
  const first = await ask()
  t.equal(first.response.status, 202)
  t.match(first.data, { synced_orgs: 1, deduplicated: false, message: /./ })
  t.match((await ask()).data, { job_id: first.data?.job_id, deduplicated: true })
  t.match((await ask({ org: 'octocat' })).data, { synced_orgs: 0, job_id: null })
  t.match((await ask({ org: 'nobody' })).error, { status: 404, code: 'org_not_found' })
  t.same(await work(), [])
  t.match((await client.GET('/api/maintainer/members', { params: { query: { org: 'octo-org' } } })).data, {
    data: [{ host_login: 'mona' }]
  })
  const { data } = await client.GET('/api/maintainer/audit')
  t.match(
    data?.data.map(({ action, target_id, success }) => ({ action, target_id, success })),
    [
      { action: 'members.sync', target_id: 'nobody', success: false },
      { action: 'members.sync', target_id: 'octocat', success: true },
      { action: 'members.sync', target_id: '*', success: true },
      { action: 'members.sync', target_id: '*', success: true }
    ]
  )
})
