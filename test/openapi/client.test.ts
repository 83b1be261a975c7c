// What the client does of itself: it reads lists to their end, repeats what was refused for a moment, and remembers.
import t from 'tap'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { issueAt, minute, seedRepository } from '#test/fixtures/seed.js'
import {
  createClient,
  paginate,
  RequestFailed,
  type ServiceClientOptions,
  unwrap
} from '../../openapi/client.js'
import { KEY, startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service
await seedRepository(deps, { hostId: 1 })
const known = Array.from({ length: 23 }, (_, at) => issueAt(at + 1, 0, { createdAt: minute(at) }))
await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, known))

t.test('a list is read row by row to its end, by cursor or by page, and no row twice', async (t) => {
  for (const path of ['/api/issues', '/api/repos'] as const) {
    const ids = new Set<number>()
    let rows = 0
    for await (const { id } of paginate(client, path, { params: { query: { per_page: 5 } } })) {
      ids.add(id)
      rows += 1
    }
    t.equal(rows, path === '/api/issues' ? known.length : 1)
    t.equal(ids.size, rows)
  }
})

t.test('a list that would never end is not read for ever', async (t) => {
  let asked = 0
  const replying = (body: object) =>
    createClient({
      baseUrl: 'http://service.test',
      fetch: async () => {
        asked += 1
        return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
      }
    })
  const rowsIn = async (body: object) => {
    asked = 0
    let rows = 0
    for await (const _ of paginate(replying(body), '/api/issues')) rows += 1
    return [rows, asked]
  }
  const meta = { page: 1, per_page: 1, total: 9, total_pages: 3 }
  t.same(await rowsIn({ data: [{ id: 1 }], meta }), [3, 3], 'the pages are counted here')
  t.same(await rowsIn({ data: [], meta }), [0, 1], 'an empty page is the last')
  const again = rowsIn({ data: [{ id: 1 }], meta: { ...meta, cursor: 'again' } })
  await t.rejects(again, { message: /its cursor comes again/ })
  t.equal(asked, 2)
})

t.test('an error is an exception with its code and the id of the request', async (t) => {
  const params = { path: { owner: 'nobody', repo: 'nothing' } }
  const result = await client.GET('/api/repos/{owner}/{repo}', { params })
  const failure = t.throws(() => unwrap(result), {
    name: 'RequestFailed',
    status: 404,
    code: 'repo_not_found'
  })
  t.ok(failure instanceof RequestFailed && failure.requestId === result.response.headers.get('x-request-id'))
  const stranger = service.clientWith({})
  const all = paginate(stranger, '/api/repos')
  await t.rejects(all.next(), { status: 401, code: 'unauthorized' })
})

/** Without a status the reply is lost. */
interface Planned {
  status?: number
  code?: string
  wait?: string
}

/** A client whose service answers as planned, and then well. */
function planned(replies: Planned[], options: Omit<ServiceClientOptions, 'fetch'> = {}) {
  const sent: string[] = []
  const keys: string[] = []
  const fetch = async (request: Request) => {
    sent.push(`${request.method} ${await request.text()}`)
    const key = request.headers.get('idempotency-key')
    if (key !== null) keys.push(key)
    const { status, code, wait } = replies.shift() ?? { status: 200 }
    if (status === undefined) throw new TypeError('fetch failed')
    const headers = {
      'content-type': 'application/json',
      ...(wait === undefined ? {} : { 'retry-after': wait })
    }
    return new Response(JSON.stringify({ code, message: 'No.' }), { status, headers })
  }
  return { client: createClient({ baseUrl: 'http://service.test', fetch, ...options }), sent, keys }
}

const BUSY = { status: 503, code: 'busy', wait: '0' }

t.test('what was refused for a moment is sent again, with its body, as often as is allowed', async (t) => {
  const read = planned([
    { status: 429, code: 'rate_limited', wait: '0' },
    { status: 503, wait: '0' }
  ])
  t.equal((await read.client.GET('/api/repos')).response.status, 200)
  t.equal(read.sent.length, 3)

  const write = planned([BUSY])
  const body = { reason: 'No longer needed' }
  const params = { path: { id: 1 } }
  t.equal((await write.client.POST('/api/actions/{id}/cancel', { params, body })).response.status, 200)
  t.same(write.sent, Array(2).fill(`POST ${JSON.stringify(body)}`))

  const tired = planned(Array(9).fill(BUSY), { retry: { attempts: 2 } })
  t.equal((await tired.client.GET('/api/repos')).response.status, 503)
  t.equal(tired.sent.length, 2)
})

t.test(
  'a write that may have happened, a long wait and an error that stays are left to the caller',
  async (t) => {
    const params = { path: { id: 1 } }
    for (const code of ['unavailable', 'host_unavailable', 'locked']) {
      const { client, sent } = planned([{ status: 503, code, wait: '0' }])
      t.equal((await client.POST('/api/actions/{id}/retry', { params })).response.status, 503, code)
      t.equal(sent.length, 1, code)
    }
    for (const reply of [
      { ...BUSY, wait: '61' },
      { status: 503, code: 'busy' },
      { status: 500, wait: '0' }
    ]) {
      const { client, sent } = planned([reply])
      t.equal((await client.GET('/api/repos')).response.status, reply.status)
      t.equal(sent.length, 1)
    }
    const once = planned([BUSY], { retry: false })
    t.equal((await once.client.GET('/api/repos')).response.status, 503)
  }
)

t.test('a write with a key is repeated like a read, with the same key and body', async (t) => {
  const params = { path: { id: 1 }, header: { 'idempotency-key': 'a-key' } }
  const body = { reason: 'No longer needed' }
  const passing: Planned[] = [
    { status: 503, code: 'unavailable', wait: '0' },
    { status: 429, code: 'rate_limited', wait: '0' },
    { status: 409, code: 'idempotency_key_in_use', wait: '0' },
    {}
  ]
  for (const reply of passing) {
    const { client, sent, keys } = planned([reply])
    const { response } = await client.POST('/api/actions/{id}/cancel', { params, body })
    t.equal(response.status, 200)
    t.same(sent, Array(2).fill(`POST ${JSON.stringify(body)}`))
    t.same(keys, ['a-key', 'a-key'])
  }
  const stays: Planned[] = [
    { status: 409, code: 'idempotency_key_reused', wait: '0' },
    { status: 409, code: 'idempotency_outcome_unknown' },
    { status: 500 },
    { status: 503 }
  ]
  for (const reply of stays) {
    const { client, sent } = planned([reply])
    t.equal((await client.POST('/api/actions/{id}/cancel', { params, body })).response.status, reply.status)
    t.equal(sent.length, 1, `${reply.status} ${reply.code}`)
  }
})

t.test('a lost reply is asked for again if that is safe, and fails in the end', async (t) => {
  const read = planned([{}])
  t.equal((await read.client.GET('/api/repos')).response.status, 200)
  const tired = planned([{}, {}, {}], { retry: { attempts: 2 } })
  await t.rejects(tired.client.GET('/api/repos'), { message: 'fetch failed' })
  t.equal(tired.sent.length, 2)
  const impatient = planned([{}], { retry: { longestWaitSeconds: 0 } })
  await t.rejects(impatient.client.GET('/api/repos'), { message: 'fetch failed' })

  const headers = { 'idempotency-key': 'a-key' }
  const path = { owner: 'octo-org', repo: 'hello', name: 'gate' }
  const other = planned([{}])
  await t.rejects(other.client.DELETE('/api/gates/{owner}/{repo}/{name}', { params: { path }, headers }))
  const write = planned([{}])
  await t.rejects(write.client.POST('/api/actions/{id}/retry', { params: { path: { id: 1 } } }))
  t.same([other.sent.length, write.sent.length], [1, 1], 'no key is read with a DELETE')
})

t.test('who no longer wants the reply does not wait for it', async (t) => {
  const leaving = new AbortController()
  const { client, sent } = planned([{ ...BUSY, wait: '30' }])
  const asked = client.GET('/api/repos', { signal: leaving.signal })
  while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve))
  leaving.abort(new Error('enough'))
  await t.rejects(asked, { message: 'enough' })
})

t.test(
  'a reply that has not changed is not sent again, and nobody gets what another was shown',
  async (t) => {
    const statuses: number[] = []
    const remembering = createClient({
      baseUrl: 'http://service.test',
      conditional: true,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url)
        const headers = { ...Object.fromEntries(request.headers), host: 'service.test' }
        const reply = await service.inject({ url: pathname + search, headers })
        statuses.push(reply.statusCode)
        const isEmpty = reply.statusCode === 304
        const given = Object.entries(reply.headers).map(([name, value]): [string, string] => [
          name,
          String(value)
        ])
        return new Response(isEmpty ? null : reply.body, { status: reply.statusCode, headers: given })
      }
    })
    const read = async (headers: Record<string, string>) => remembering.GET('/api/issues', { headers })
    const mine = { authorization: `Bearer ${KEY}` }
    const first = await read(mine)
    const second = await read(mine)
    t.equal(second.response.status, 200)
    t.same(second.data, first.data)
    t.match((await read({})).error, { code: 'unauthorized' })
    t.same(statuses, [200, 304, 401])
  }
)

t.test('what is remembered has a bound in bytes, and what was read last is kept', async (t) => {
  const asked: string[] = []
  const body = JSON.stringify({ title: 'x'.repeat(5 * 1024 * 1024) })
  const { GET } = createClient({
    baseUrl: 'http://service.test',
    conditional: true,
    fetch: async ({ url, headers }) => {
      const number = url.split('/').at(-1)
      asked.push(`${number} ${headers.get('if-none-match')}`)
      return new Response(body, { headers: { etag: `"${number}"`, 'content-type': 'application/json' } })
    }
  })
  const read = (number: number) =>
    GET('/api/issues/{owner}/{repo}/{number}', {
      params: { path: { owner: 'octo-org', repo: 'hello', number } }
    })
  for (const number of [1, 2, 3, 4, 4, 1]) await read(number)
  t.same(asked, ['1 null', '2 null', '3 null', '4 null', '4 "4"', '1 null'])
})
