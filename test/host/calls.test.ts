import t from 'tap'
import { type HostAnswer, startFakeHost } from '#demo/world/http.js'
import type { CallOptions } from '#host/api/client.js'
import { DEFAULT_HOST_LIMITS } from '#host/api/limits.js'
import { connect, type NO_STORE, TOKEN } from '../harness/host.js'

const REPO = '/repos/octo-org/hello'
const WORK: CallOptions = { installationId: 7, priority: 'work' }
const SECRET = TOKEN.kind === 'token' ? TOKEN.token : ''

/** A client whose counts the test can read; they are told when it flushes. */
async function started(options: Parameters<typeof connect>[1] = {}) {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`GET ${REPO}`, { body: { id: 42 } })
  fake.on(`POST ${REPO}/issues`, { status: 201, body: { number: 1 } })
  const counts = { requests: 0, errors: 0, hits: 0, misses: 0 }
  const store = {
    exchange: async (report: Parameters<typeof NO_STORE.exchange>[0]) => {
      for (const kind of ['requests', 'errors', 'hits', 'misses'] as const)
        counts[kind] += report.counts[kind]
      return { budgets: [], cooldowns: [] }
    }
  }
  return { fake, counts, ...connect(fake, { store, ...options }) }
}

const create = { method: 'POST', path: `${REPO}/issues`, body: { title: 'It crashes' } } as const
const times = (count: number, answer: HostAnswer) => Array.from({ length: count }, () => answer)

t.test(
  'a read is tried again after a failure of the host or of the network, three times at most',
  async (t) => {
    for (const failure of [{ status: 500 }, { status: 503 }, { cut: true }]) {
      const { fake, client } = await started()
      fake.failNext(`GET ${REPO}`, ...times(3, failure))
      t.match(await client.read({ path: REPO }, WORK), { status: 200, body: { id: 42 } })
      t.equal(fake.asked.length, 4)
      fake.failNext(`GET ${REPO}`, ...times(4, failure))
      await t.rejects(client.read({ path: REPO }, { ...WORK, fresh: true }), {
        code: 'host_unavailable',
        status: 502
      })
      t.equal(fake.asked.length, 8)
    }
  }
)

t.test('what the host refuses is not tried again', async (t) => {
  const { fake, client } = await started()
  const refusals: [number, string][] = [
    [400, 'host_refused'],
    [403, 'host_forbidden'],
    [404, 'host_not_found'],
    [409, 'host_refused'],
    [410, 'host_not_found'],
    [422, 'host_refused'],
    [451, 'host_not_found']
  ]
  for (const [status, code] of refusals) {
    fake.failNext(`GET ${REPO}`, { status, body: { message: 'No.' } })
    const fresh = { ...WORK, fresh: true }
    await t.rejects(client.read({ path: REPO }, fresh), {
      name: 'HostError',
      code,
      hostStatus: status,
      until: undefined
    })
  }
  t.equal(fake.asked.length, refusals.length)
})

t.test('a refusal names the permission that the host asks for, in words that can be trusted', async (t) => {
  const { fake, client } = await started()
  const named: [string, string][] = [
    ['contents=write', ' (it asks for contents=write)'],
    [
      'contents=write, workflows=write; administration=write',
      ' (it asks for contents=write and workflows=write, or administration=write)'
    ],
    ['<script>', ''],
    ['a'.repeat(301), '']
  ]
  for (const [permissions, ending] of named) {
    const headers = { 'x-accepted-github-permissions': permissions }
    fake.failNext(`GET ${REPO}`, { status: 403, headers, body: { message: 'Not accessible' } })
    await t.rejects(client.read({ path: REPO }, { ...WORK, fresh: true }), {
      message: `The host answered 403: Not accessible${ending}`
    })
  }
})

t.test('a write that the host may have done is never sent twice', async (t) => {
  for (const failure of [{ status: 500 }, { status: 503 }, { cut: true }]) {
    const { fake, client } = await started()
    fake.failNext(`POST ${REPO}/issues`, failure)
    await t.rejects(client.write(create, WORK), { code: 'host_unavailable' })
    t.equal(fake.asked.length, 1)
    t.match(fake.asked[0], { body: '{"title":"It crashes"}' })
    t.match(await client.write(create, WORK), { status: 201, body: { number: 1 } })
  }
})

t.test('a write that was proven not to be sent is tried again', async (t) => {
  const { fake, client, counts } = await started()
  await fake.close()
  await t.rejects(client.write(create, WORK), { code: 'host_unavailable', message: /ECONNREFUSED/ })
  await client.flush()
  t.match(counts, { requests: 4, errors: 4 })
})

t.test('an answer that takes too long ends the call, and is not waited for again', async (t) => {
  const { interactive, ...others } = DEFAULT_HOST_LIMITS.byPriority
  const shares = { ...others, interactive: { ...interactive, answerMs: 50 } }
  const { fake, client } = await started({ limits: { byPriority: shares } })
  const { release } = fake.hold(`GET ${REPO}`)
  const call = client.read({ path: REPO }, { ...WORK, priority: 'interactive' })
  await t.rejects(call, { code: 'host_unavailable', message: /too long/ })
  t.equal(fake.asked.length, 1)
  release()
})

t.test('an answer that is too large is not read to its end', async (t) => {
  const { fake, client } = await started({ limits: { answerBytes: 1_000 } })
  fake.on(`GET ${REPO}`, { body: 'x'.repeat(1_001) })
  await t.rejects(client.read({ path: REPO }, WORK), {
    code: 'host_unavailable',
    message: /larger than 1000 bytes/
  })
  t.equal(fake.asked.length, 1)
  fake.on(`GET ${REPO}`, { body: 'x'.repeat(1_000) })
  t.match(await client.read({ path: REPO }, WORK), { body: /^x{1000}$/ })
})

const movedTo = (location: string, status = 301) => ({ status, headers: { location } })

t.test('a renamed repository is followed once, a write only where it stays a write', async (t) => {
  const { fake, client } = await started()
  fake.on('GET /repos/octo-org/old', movedTo(`${fake.url}${REPO}`))
  t.match(await client.read({ path: '/repos/octo-org/old' }, WORK), { status: 200, body: { id: 42 } })
  fake.on('POST /repos/octo-org/old/issues', movedTo(`${REPO}/issues`, 307))
  const write = { ...create, path: '/repos/octo-org/old/issues' }
  t.match(await client.write(write, WORK), { status: 201 })
  t.match(fake.asked.at(-1), { method: 'POST', path: `${REPO}/issues`, body: '{"title":"It crashes"}' })
  fake.on('POST /repos/octo-org/old/issues', movedTo(`${REPO}/issues`))
  await t.rejects(client.write(write, WORK), { code: 'host_unavailable', message: /redirected a write/ })
  t.match(fake.asked.at(-1), { path: '/repos/octo-org/old/issues' })
  fake.on('GET /repos/octo-org/older', movedTo('/repos/octo-org/old'))
  await t.rejects(client.read({ path: '/repos/octo-org/older' }, WORK), { code: 'host_unavailable' })
})

t.test('no redirection and no link takes the credential to another origin', async (t) => {
  const { fake, client } = await started()
  const other = await startFakeHost()
  t.teardown(() => other.close())
  fake.on('GET /repos/octo-org/old', movedTo(`${other.url}${REPO}`))
  await t.rejects(client.read({ path: '/repos/octo-org/old' }, WORK), {
    code: 'host_unavailable',
    message: /another origin/
  })
  const link = `<${other.url}/issues?after=1>; rel="next"`
  fake.on(`GET ${REPO}/issues`, { body: [], headers: { link } })
  const pages = client.pages({ path: `${REPO}/issues` }, WORK)[Symbol.asyncIterator]()
  await pages.next()
  await t.rejects(pages.next(), { code: 'host_unavailable', message: /another origin/ })
  t.same(other.asked, [])
})

t.test('a listing goes along the links of the host, whatever they look like, to the end', async (t) => {
  const { fake, client } = await started()
  const cursors = ['', 'Y3Vyc29y', 'b3RoZXI=']
  fake.on(`GET ${REPO}/issues`, ({ path }) => {
    const at = cursors.indexOf(new URL(path, fake.url).searchParams.get('after') ?? '')
    const next = cursors[at + 1]
    const link = `<${fake.url}${REPO}/issues?after=${encodeURIComponent(next ?? '')}>; rel="next", <x>; rel="first"`
    return { body: [at], headers: next === undefined ? {} : { link } }
  })
  const list = async () => {
    const bodies = []
    for await (const { body } of client.pages({ path: `${REPO}/issues` }, WORK)) bodies.push(body)
    return bodies
  }
  t.same(await list(), [[0], [1], [2]])
  t.same(await list(), [[0], [1], [2]])
  t.equal(fake.asked.length, 5, 'only its first page may be one that was kept')
})

t.test('a listing that goes in a circle, or breaks off, does not look as if it had ended', async (t) => {
  const { fake, client } = await started()
  const link = `<${fake.url}${REPO}/issues?page=2>; rel="next"`
  fake.on(`GET ${REPO}/issues`, { body: [], headers: { link } })
  const list = async () => {
    for await (const _ of client.pages({ path: `${REPO}/issues` }, WORK));
  }
  await t.rejects(list(), { code: 'host_unavailable' })
  fake.on(`GET ${REPO}/issues`, ({ path }) =>
    path.includes('page=2') ? { status: 502 } : { body: [], headers: { link } }
  )
  await t.rejects(list(), { code: 'host_unavailable', hostStatus: 502 })
})

t.test('a name cannot lead to another path', async (t) => {
  const { fake, client } = await started()
  const path = '/repos/{owner}/{repo}'
  for (const repo of ['..', '.', ''])
    await t.rejects(client.read({ path, parameters: { owner: 'octo-org', repo } }, WORK), {
      code: 'host_not_found'
    })
  const strange = { owner: 'octo-org', repo: '../../user?x=1#y' }
  await t.rejects(client.read({ path, parameters: strange }, WORK), { code: 'host_not_found' })
  t.same(
    fake.asked.map(({ path }) => path),
    ['/repos/octo-org/..%2F..%2Fuser%3Fx%3D1%23y']
  )
})

t.test('an answer that is no JSON is its text, and one without a body is null', async (t) => {
  const { fake, client } = await started()
  fake.on(`GET ${REPO}/logs`, { body: 'line 1\nline 2', headers: { 'content-type': 'text/plain' } })
  fake.on(`DELETE ${REPO}`, { status: 204 })
  t.match(await client.read({ path: `${REPO}/logs` }, WORK), { body: 'line 1\nline 2' })
  t.match(await client.write({ method: 'DELETE', path: REPO }, WORK), { status: 204, body: null })
})

t.test('no error shows the credential, also when the host repeats it', async (t) => {
  const { fake, client } = await started()
  for (const status of [401, 403, 404, 422, 429, 500]) {
    const message = `nothing for token ${SECRET}`
    fake.on(`GET ${REPO}/${status}`, { status, body: { message, errors: [message] } })
    const error = await client
      .read({ path: `${REPO}/${status}` }, { ...WORK })
      .catch((error: unknown) => error)
    t.match(error, { name: 'HostError' }, `${status}`)
    const shown = [error instanceof Error && error.stack, JSON.stringify(error), String(error)]
    t.notMatch(shown.join(), SECRET, `${status}`)
    fake.advance(121_000)
  }
  t.match(fake.asked[0]?.headers['authorization'], SECRET, 'though it was sent')
})

t.test('what was asked and what came of it is counted', async (t) => {
  const { fake, client, counts } = await started()
  fake.failNext(`GET ${REPO}`, { status: 500 })
  await client.read({ path: REPO }, WORK)
  await client.read({ path: REPO }, WORK)
  await client.read({ path: REPO }, { ...WORK, fresh: true })
  await client.write(create, WORK)
  await client.flush()
  t.same(counts, { requests: 4, errors: 1, hits: 2, misses: 1 })
})
