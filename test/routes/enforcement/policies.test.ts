import t from 'tap'
import type { PolicyBody } from '#schemas/enforcement/policies.js'
import { saveInstallation } from '#store/mirror/installations.js'
import { minute, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service

const install = (hostId: number, accountLogin: string) =>
  deps.transaction((tx) =>
    saveInstallation(
      tx,
      { hostId, accountLogin, accountType: 'Organization', targetId: hostId },
      { at: minute(0), change: 'present' }
    )
  )
await install(7, 'octo-org')
await seedRepository(deps, { hostId: 1, fullName: 'octo-org/hello', installationId: 7 })

const create = (body: PolicyBody) => client.POST('/api/enforcement/policies', { body })
const list = async () => (await client.GET('/api/enforcement/policies')).data

t.test('a policy has the values that it names, and defaults for all others', async (t) => {
  const { data } = await create({ name: 'Bee', min_reviews: 2 })
  t.match(data, {
    installation_id: 7,
    org: 'octo-org',
    name: 'Bee',
    repo_filter: null,
    branch_pattern: 'main',
    min_reviews: 2,
    require_linear_history: true,
    require_signed_commits: false,
    mode: 'enforce',
    enabled: true,
    open_violation_count: 0
  })
  await create({ name: 'Ant', mode: 'audit', repo_filter: 'octo-org/hello' })
  t.same(
    (await list())?.data.map(({ name }) => name),
    ['Ant', 'Bee']
  )
})

t.test('what cannot be a policy is refused with its reason', async (t) => {
  const cases: [PolicyBody, { status: number; message: RegExp }][] = [
    [{ name: 'Bee' }, { status: 409, message: /Bee/ }],
    [{ name: ' ' }, { status: 400, message: /name/ }],
    [
      { name: 'x', min_reviews: 7 },
      { status: 400, message: /min_reviews.*6/ }
    ],
    [
      { name: 'x', installation_id: 99 },
      { status: 404, message: /99/ }
    ],
    [
      { name: 'x', repo_filter: 'a'.repeat(201) },
      { status: 400, message: /repo_filter.*200/ }
    ],
    [
      { name: 'x', repo_filter: 'hello' },
      { status: 400, message: /owner\/name/ }
    ],
    [
      { name: 'x', repo_filter: 'someone/*' },
      { status: 400, message: /octo-org/ }
    ],
    [
      { name: 'x', branch_pattern: 'a b' },
      { status: 400, message: /branch_pattern/ }
    ],
    [
      { name: 'x', branch_pattern: 'a..b' },
      { status: 400, message: /branch_pattern/ }
    ]
  ]
  for (const [body, error] of cases) t.match((await create(body)).error, error)
  const log = (await client.GET('/api/maintainer/audit', { params: { query: { target_type: 'policy' } } }))
    .data
  t.same(
    log?.data.map(({ success }) => success),
    [...cases.map(() => false), true, true],
    'each request is on record'
  )
})

t.test('a change keeps what it does not name', async (t) => {
  const id = (await list())?.data[0]?.id ?? 0
  const put = (body: object) =>
    client.PUT('/api/enforcement/policies/{id}', { params: { path: { id } }, body })
  t.match((await put({ min_reviews: 3 })).data, { name: 'Ant', min_reviews: 3, mode: 'audit' })
  for (const name of ['Bee', ' Bee ']) t.match((await put({ name })).error, { status: 409 })
  t.match((await put({})).error, { status: 400 })
  t.match((await put({ name: 'Ant' })).data, { name: 'Ant' }, 'its own name is its own')
  const filtered = await client.GET('/api/enforcement/policies', { params: { query: { mode: 'audit' } } })
  t.match(filtered.data, { data: [{ name: 'Ant' }], meta: { total: 1 } })
})

t.test('with several installations the request says which one it means', async (t) => {
  await install(8, 'other-org')
  t.match((await create({ name: 'y' })).error, { status: 400, message: /installation_id/ })
  t.match((await create({ name: 'y', repo_filter: 'octo-org/hello' })).data, { installation_id: 7 })
  t.match((await create({ name: 'z', repo_filter: 'octo-org/*' })).data, { installation_id: 7 })
  t.match((await create({ name: 'y', installation_id: 8 })).data, { installation_id: 8 })
})
