import { createVerify } from 'node:crypto'
import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { openHost } from '#host/index.js'
import { APP, APP_KEY, connect } from '../harness/host.js'

const REPO = '/repos/octo-org/hello'
const WORK = { installationId: 7, priority: 'work' } as const
const FRESH = { ...WORK, fresh: true }

async function started(options: Parameters<typeof connect>[1] = { credential: APP }) {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`GET ${REPO}`, { body: { id: 42 } })
  return { fake, ...connect(fake, options) }
}

t.test('without a credential whatever needs the host says so, and the rest works', async (t) => {
  const host = openHost(['whsec'])
  const expected = { code: 'host_not_configured', status: 503, message: /HOST_APP_ID.*HOST_TOKEN/ }
  await t.rejects(host.client.read({ path: '/user' }, WORK), expected)
  await t.rejects(host.client.write({ method: 'POST', path: '/x' }, WORK), expected)
  await t.rejects(host.client.pages({ path: '/x' }, WORK)[Symbol.asyncIterator]().next(), expected)
  await t.rejects(host.listInstallations('work')[Symbol.asyncIterator]().next(), expected)
  t.ok(host.verify)
  await host.client.flush()
})

t.test('an App proves itself with its key, and each installation with a token of its own', async (t) => {
  const { fake, client } = await started()
  fake.on('GET /app', { body: {} })
  await client.read({ path: '/app' }, { ...WORK, installationId: null })
  const [, header = '', payload = '', signature = ''] =
    /^bearer ([^.]+)\.([^.]+)\.(.+)$/.exec(fake.asked[0]?.headers['authorization'] ?? '') ?? []
  const isSigned = createVerify('RSA-SHA256')
    .update(`${header}.${payload}`)
    .verify(APP_KEY, signature, 'base64url')
  t.ok(isSigned)
  t.match(JSON.parse(Buffer.from(payload, 'base64url').toString()), { iss: 12 })
  for (const installationId of [7, 8]) await client.read({ path: REPO }, { ...WORK, installationId })
  t.same(
    fake.asked.slice(1).map(({ headers }) => headers['authorization']),
    ['token ghs_7_1', 'token ghs_8_2']
  )
})

t.test('one token serves all calls of its installation, and is renewed before it ends', async (t) => {
  const { fake, client } = await started()
  for (const at of [1, 2, 3, 4]) fake.on(`GET ${REPO}/labels/${at}`, { body: {} })
  await Promise.all([1, 2, 3, 4].map((at) => client.read({ path: `${REPO}/labels/${at}` }, WORK)))
  t.equal(fake.tokensMade.length, 1)
  fake.advance(54 * MINUTE_MS)
  await client.read({ path: REPO }, FRESH)
  t.equal(fake.tokensMade.length, 1)
  fake.advance(2 * MINUTE_MS)
  await client.read({ path: REPO }, FRESH)
  t.equal(fake.tokensMade.length, 2, 'with minutes to spare')
  t.equal(fake.asked.at(-1)?.headers['authorization'], 'token ghs_7_2')
})

t.test(
  'a token that the host refuses is replaced once, and the call repeated, a write as well',
  async (t) => {
    const { fake, client } = await started()
    await client.read({ path: REPO }, WORK)
    const refuseFirst = ({ headers }: { headers: Record<string, string | undefined> }) =>
      headers['authorization'] === 'token ghs_7_1' ? { status: 401 } : { status: 201, body: {} }
    fake.on(`POST ${REPO}/issues`, refuseFirst)
    fake.on(`POST ${REPO}/labels`, refuseFirst)
    const write = (path: string) => client.write({ method: 'POST', path, body: {} }, WORK)
    const both = await Promise.all([write(`${REPO}/issues`), write(`${REPO}/labels`)])
    t.match(both, [{ status: 201 }, { status: 201 }])
    t.equal(fake.tokensMade.length, 2, 'one renewal serves both')
  }
)

t.test('a token request that fails is tried again, and its failure is not remembered', async (t) => {
  const { fake, client } = await started()
  const route = 'POST /app/installations/7/access_tokens'
  fake.failNext(route, { status: 502 }, { cut: true })
  t.match(await client.read({ path: REPO }, WORK), { status: 200 })
  t.equal(fake.tokensMade.length, 3)
  fake.failNext(
    'POST /app/installations/8/access_tokens',
    ...Array.from({ length: 4 }, () => ({ status: 502 }))
  )
  const other = { ...WORK, installationId: 8 }
  await t.rejects(client.read({ path: REPO }, other), { code: 'host_unavailable' })
  t.match(await client.read({ path: REPO }, other), { status: 200 })
})

t.test('a credential that is not accepted is not shown again and again', async (t) => {
  const { fake, client } = await started({})
  fake.on(`GET ${REPO}`, { status: 401, body: { message: 'Bad credentials' } })
  const invalid = { code: 'host_token_invalid', status: 502, until: new Date(fake.now().getTime() + 120_000) }
  await t.rejects(client.read({ path: REPO }, WORK), { ...invalid, message: /Bad credentials/ })
  await t.rejects(client.read({ path: `${REPO}/issues` }, { ...WORK, priority: 'interactive' }), invalid)
  t.equal(fake.asked.length, 1)
  fake.on(`GET ${REPO}`, { body: {} })
  fake.advance(120_000)
  t.match(await client.read({ path: REPO }, WORK), { status: 200 })
})

t.test('a refused key of the App pauses all of its installations', async (t) => {
  const { fake, client } = await started()
  for (const id of [7, 8]) fake.on(`POST /app/installations/${id}/access_tokens`, { status: 401 })
  for (const installationId of [7, 8])
    await t.rejects(client.read({ path: REPO }, { ...WORK, installationId }), { code: 'host_token_invalid' })
  t.equal(fake.tokensMade.length, 1)
})

t.test('a suspended installation is named as such, and the others go on', async (t) => {
  const { fake, client } = await started()
  const message = 'This installation has been suspended'
  fake.on('POST /app/installations/8/access_tokens', { status: 403, body: { message } })
  const other = { ...WORK, installationId: 8 }
  await t.rejects(client.read({ path: REPO }, other), { code: 'host_suspended' })
  t.match(await client.read({ path: REPO }, WORK), { status: 200 })
  await t.rejects(client.read({ path: REPO }, other), { code: 'host_suspended', until: Date })
  t.equal(fake.tokensMade.length, 2, 'and it is not asked for again at once')
})

const repository = (id: number, full_name: string) => ({
  id,
  full_name,
  private: false,
  default_branch: 'main',
  archived: false,
  language: 'Go',
  stargazers_count: 3
})
const identity = (hostId: number, owner: string, name: string) => ({
  hostId,
  owner,
  name,
  private: false,
  defaultBranch: 'main',
  archived: false,
  language: 'Go',
  stars: 3,
  pushedAt: null,
  createdAt: null,
  openCount: null
})

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const page of pages) found.push(...page)
  return found
}

t.test('an App lists its installations and their repositories, over all pages', async (t) => {
  const { fake, host } = await started()
  fake.on('GET /app/installations', {
    body: [
      { id: 7, account: { login: 'octo-org', type: 'Organization' }, target_id: 70 },
      { id: 8 },
      { no: 'id' }
    ]
  })
  fake.on('GET /installation/repositories', ({ path }) => {
    const isFirst = !path.includes('page=2')
    const link = `<${fake.url}/installation/repositories?page=2&per_page=100>; rel="next"`
    return isFirst
      ? { body: { total_count: 2, repositories: [repository(42, 'octo-org/hello')] }, headers: { link } }
      : { body: { total_count: 2, repositories: [repository(43, 'octo-org/gone')] } }
  })
  t.same(await all(host.listInstallations('backfill')), [
    { hostId: 7, accountLogin: 'octo-org', accountType: 'Organization', targetId: 70, isSuspended: false },
    { hostId: 8, accountLogin: null, accountType: null, targetId: null, isSuspended: false }
  ])
  t.same(await all(host.listRepositories({ installationId: 7, priority: 'backfill' })), [
    identity(42, 'octo-org', 'hello'),
    identity(43, 'octo-org', 'gone')
  ])
})

t.test('with a token there is one installation, and every call is made with the token', async (t) => {
  const { fake, host, client } = await started({})
  fake.on('GET /user', { body: { id: 70, login: 'somebody', type: 'User' } })
  fake.on('GET /user/repos', { body: [repository(42, 'octo-org/hello')] })
  const installations = await all(host.listInstallations('work'))
  t.same(installations, [
    { hostId: 1, accountLogin: 'somebody', accountType: 'User', targetId: 70, isSuspended: false }
  ])
  t.same(await all(host.listRepositories({ installationId: 1, priority: 'work' })), [
    identity(42, 'octo-org', 'hello')
  ])
  await client.read({ path: REPO }, { ...WORK, installationId: 99 })
  t.same(
    new Set(fake.asked.map(({ headers }) => headers['authorization'])),
    new Set(['token ghp_a-token-of-somebody'])
  )
  t.equal(fake.tokensMade.length, 0)
})
