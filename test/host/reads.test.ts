import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { DEFAULT_HOST_LIMITS } from '#host/api/limits.js'
import { APP, connect } from '../harness/host.js'

const REPO = '/repos/octo-org/hello'
const WORK = { installationId: 7, priority: 'work' } as const
const NOW = { installationId: 7, priority: 'interactive' } as const
const FRESH = { ...WORK, fresh: true }

async function started() {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`GET ${REPO}`, { body: { id: 42, topics: [] } })
  fake.on(`GET ${REPO}/issues`, { body: [{ number: 1 }] })
  return { fake, ...connect(fake) }
}

t.test('a read is answered without a call for as long as its kind may be, and then confirmed', async (t) => {
  const kinds: [string, number][] = [
    ['/commits/abc/check-runs', 15],
    ['/commits/abc/check-suites', 15],
    ['/commits/abc/statuses', 15],
    ['/actions/runs', 15],
    ['/actions/runs/5/jobs', 15],
    ['/pulls', 30],
    ['/pulls/5/files', 30],
    ['/issues/5/comments', 60],
    ['/labels', 60],
    ['/contents/README.md', 120],
    ['/git/blobs/abc', 120],
    ['/git/trees/abc', 300],
    ['/git/refs', 300],
    ['', 300],
    ['/branches', 300],
    ['/tags', 300],
    ['/releases', 300],
    ['/contributors', 60]
  ]
  const { fake, client } = await started()
  for (const [path, seconds] of kinds) {
    fake.on(`GET ${REPO}${path}`, { body: { path } })
    const read = () => client.read({ path: `${REPO}${path}` }, WORK)
    await read()
    const before = fake.asked.length
    fake.advance(seconds * 1000 - 1)
    t.match(await read(), { status: 200, body: { path }, isConfirmed: false }, path)
    t.equal(fake.asked.length, before, `${path} is kept`)
    fake.advance(1)
    t.match(await read(), { status: 200, body: { path }, isConfirmed: true }, path)
    t.equal(fake.asked.length, before + 1, `${path} is asked for again`)
    await read()
    t.equal(fake.asked.length, before + 1, `${path} is kept once more`)
  }
})

t.test('what is wanted fresh is always asked for, and may be confirmed', async (t) => {
  const { fake, client } = await started()
  const path = REPO
  await client.read({ path }, WORK)
  t.match(await client.read({ path }, FRESH), { body: { id: 42 }, isConfirmed: true })
  fake.on(`GET ${REPO}`, { body: { id: 42, archived: true } })
  t.match(await client.read({ path }, WORK), { body: { archived: undefined } }, 'a plain read is still kept')
  t.match(await client.read({ path }, FRESH), { body: { archived: true }, isConfirmed: false })
  t.match(await client.read({ path }, WORK), { body: { archived: true } }, 'and the newer one replaces it')
  t.equal(fake.asked.length, 3)
})

t.test('only the very same read is the same: query, media type and credential count', async (t) => {
  const { fake } = await started()
  const { client } = connect(fake, { credential: APP })
  const path = '/repos/{owner}/{repo}/issues'
  const repo = { owner: 'octo-org', repo: 'hello' }
  await client.read({ path, parameters: { ...repo, state: 'all', page: 2 } }, WORK)
  await client.read({ path, parameters: { page: 2, ...repo, state: 'all' } }, WORK)
  t.same(
    fake.asked.map(({ path }) => path),
    [`${REPO}/issues?page=2&state=all`]
  )
  await client.read({ path, parameters: { ...repo, state: 'open', page: 2 } }, WORK)
  await client.read({ path, parameters: { ...repo, state: 'all', page: 2 }, mediaType: 'text/html' }, WORK)
  const other = { ...WORK, installationId: 8 }
  await client.read({ path, parameters: { ...repo, state: 'all', page: 2 } }, other)
  t.equal(fake.asked.length, 4)
  t.match(fake.asked.at(-1), { headers: { authorization: /ghs_8_/, 'if-none-match': undefined } })
})

t.test('equal reads share one call, and each gets a body of its own', async (t) => {
  const { fake, client } = await started()
  const { arrived, release } = fake.hold(`GET ${REPO}`)
  const first = client.read({ path: REPO }, WORK)
  await arrived
  const others = Promise.all([client.read({ path: REPO }, WORK), client.read({ path: REPO }, WORK)])
  release()
  const bodies = [await first, ...(await others)].map(({ body }) => body)
  t.equal(fake.asked.length, 1)
  t.same(
    bodies,
    Array.from({ length: 3 }, () => ({ id: 42, topics: [] }))
  )
  t.equal(new Set(bodies).size, 3)
})

t.test('a failure is shared as well, and not remembered', async (t) => {
  const { fake, client } = await started()
  fake.failNext(`GET ${REPO}`, { status: 404 })
  const both = [client.read({ path: REPO }, WORK), client.read({ path: REPO }, WORK)]
  for (const { status } of await Promise.allSettled(both)) t.equal(status, 'rejected')
  t.equal(fake.asked.length, 1)
  t.match(await client.read({ path: REPO }, WORK), { status: 200 })
})

t.test('reads of two installations never share a call', async (t) => {
  const { fake } = await started()
  const { client } = connect(fake, { credential: APP })
  const { arrived, release } = fake.hold(`GET ${REPO}`)
  const first = client.read({ path: REPO }, WORK)
  await arrived
  await client.read({ path: REPO }, { ...WORK, installationId: 8 })
  release()
  await first
  t.equal(fake.asked.length, 2)
})

t.test('who wants it fresh does not join a call that the host may have answered already', async (t) => {
  const { fake, client } = await started()
  const { arrived, release } = fake.hold(`GET ${REPO}`)
  const first = client.read({ path: REPO }, WORK)
  await arrived
  fake.on(`GET ${REPO}`, { body: { id: 42, archived: true } })
  t.match(await client.read({ path: REPO }, FRESH), { body: { archived: true } })
  release()
  await first
  t.match(
    await client.read({ path: REPO }, WORK),
    { body: { archived: true } },
    'nor does the older one replace it'
  )
  t.equal(fake.asked.length, 2)
})

t.test('who is urgent does not wait for the call of one who is not', async (t) => {
  const { fake, client } = await started()
  const { arrived, release } = fake.hold(`GET ${REPO}`)
  const slow = client.read({ path: REPO }, { ...WORK, priority: 'backfill' })
  await arrived
  t.match(await client.read({ path: REPO }, NOW), { status: 200 })
  release()
  await slow
})

t.test('after a write everything of its repository is asked for again, and nothing of others', async (t) => {
  const { fake, client } = await started()
  const OTHER = '/repos/octo-org/hello-too'
  fake.on(`GET ${OTHER}`, { body: {} })
  fake.on(`PATCH ${REPO}/issues/5`, { body: {} })
  for (const path of [REPO, `${REPO}/issues`, OTHER]) await client.read({ path }, WORK)
  await client
    .write({ method: 'PATCH', path: '/repos/Octo-Org/hello/issues/5', body: {} }, WORK)
    .catch(() => {})
  const before = fake.asked.length
  for (const path of [REPO, `${REPO}/issues`, OTHER]) await client.read({ path }, WORK)
  t.same(
    fake.asked.slice(before).map(({ path }) => path),
    [REPO, `${REPO}/issues`],
    'also where the write failed, and however the name is written'
  )
})

t.test('what only writes of its own kind change outlasts the others', async (t) => {
  const { fake, client } = await started()
  const label = `${REPO}/labels/queued`
  const apart = [`${REPO}/collaborators/octocat/permission`, label, `${REPO}/compare/a...b`]
  for (const path of [...apart, `${REPO}/branches/main`]) fake.on(`GET ${path}`, { body: {} })
  async function askedAfter(method: 'POST' | 'DELETE', path: string): Promise<string[]> {
    for (const one of apart) await client.read({ path: one }, WORK)
    fake.on(`${method} ${path}`, { body: {} })
    await client.write({ method, path }, WORK)
    const before = fake.asked.length
    for (const one of apart) await client.read({ path: one }, WORK)
    return fake.asked.slice(before).map((one) => one.path)
  }
  t.same(await askedAfter('POST', `${REPO}/issues/5/labels`), [])
  t.same(await askedAfter('POST', `${REPO}/merges`), [])
  t.same(await askedAfter('DELETE', label), [label])
  t.same(await askedAfter('DELETE', REPO), apart)
})

t.test('a read that overlaps a write is not cached', async (t) => {
  const { fake, client } = await started()
  fake.on(`PATCH ${REPO}`, { body: {} })
  const { arrived, release } = fake.hold(`GET ${REPO}`)
  const before = client.read({ path: REPO }, WORK)
  await arrived
  await client.write({ method: 'PATCH', path: REPO, body: { archived: true } }, WORK)
  const after = client.read({ path: REPO }, WORK)
  release()
  await Promise.all([before, after])
  t.equal(fake.asked.length, 3, 'nor is it joined')
  await client.read({ path: REPO }, WORK)
  t.equal(fake.asked.length, 3)
})

t.test('what is kept has a bound: what was not used for longest goes first', async (t) => {
  const { fake } = await started()
  const { client } = connect(fake, { limits: { cacheBytes: 100_000 } })
  const paths = Array.from({ length: 20 }, (_, at) => `${REPO}/labels/${at}`)
  for (const path of paths) fake.on(`GET ${path}`, { body: 'x'.repeat(4_000) })
  for (const path of paths) {
    await client.read({ path }, WORK)
    await client.read({ path: paths[0] ?? '' }, WORK)
  }
  t.ok(client.cachedReads() >= 8 && client.cachedReads() <= 12, `${client.cachedReads()} are kept`)
  t.equal(fake.asked.length, 20, 'the one that is used is still kept')
})

t.test('neither a single large answer nor what a backfill reads pushes out the others', async (t) => {
  const { fake } = await started()
  const { client } = connect(fake, { limits: { cacheBytes: 100_000 } })
  fake.on(`GET ${REPO}/tags`, { body: 'x'.repeat(60_000) })
  await client.read({ path: REPO }, WORK)
  await client.read({ path: `${REPO}/tags` }, WORK)
  await client.read({ path: `${REPO}/issues` }, { ...WORK, priority: 'backfill' })
  t.equal(client.cachedReads(), 1)
})

t.test('a read that is gone at the host is not answered from what was kept', async (t) => {
  const { fake, client } = await started()
  await client.read({ path: REPO }, WORK)
  fake.on(`GET ${REPO}`, { status: 404 })
  await t.rejects(client.read({ path: REPO }, FRESH), { code: 'host_not_found' })
  await t.rejects(client.read({ path: REPO }, WORK), { code: 'host_not_found' })
})

t.test('urgent calls go out before others, which leave room for them', async (t) => {
  const { fake, client } = await started()
  const { places } = DEFAULT_HOST_LIMITS.byPriority.backfill
  const order: string[] = []
  const held = Array.from({ length: places }, (_, at) => fake.hold(`GET ${REPO}/labels/${at}`))
  const call = (path: string, priority: 'interactive' | 'work' | 'backfill') => {
    fake.on(`GET ${path}`, () => {
      order.push(path)
      return { body: {} }
    })
    return client.read({ path }, { installationId: 7, priority })
  }
  const calls = held.map((_, at) => call(`${REPO}/labels/${at}`, 'backfill'))
  await Promise.all(held.map(({ arrived }) => arrived))
  calls.push(call('/late-backfill', 'backfill'), call('/work', 'work'), call('/interactive', 'interactive'))
  await Promise.all(calls.slice(-2))
  t.same(order.slice(places).sort(), ['/interactive', '/work'], 'though backfill has all of its places')
  for (const { release } of held) release()
  await Promise.all(calls)
  t.equal(order.length, places + 3)
})
