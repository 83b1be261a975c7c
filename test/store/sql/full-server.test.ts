import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import { type Catalog, type Operation, readCatalog } from '#http/docs/catalog.js'
import { type ParameterSpec, resolveRef } from '#http/docs/document.js'
import { exampleOf, parameterExample } from '#http/docs/example.js'
import { recordOf, stringOf } from '#http/docs/read.js'
import { openPostgres } from '#store/sql/postgres.js'
import { issueOpened, KEY, signed, startTestService, type TestService } from '#test/harness/app.js'
import { newDatabase, onServer, SERVER, TEMPLATE } from '#test/harness/server.js'
import { until } from '#test/harness/until.js'

const skip = SERVER === undefined && 'a database that is full is one on a server'

/** A database whose server admits so many connections of the service, and not one more. */
async function narrowServer(t: Test, server: string, admitted: number) {
  const { url, drop } = await newDatabase(server, { template: TEMPLATE })
  const role = `narrow_${randomUUID().replaceAll('-', '')}`
  const address = new URL(url)
  await onServer(
    server,
    `create role ${role} login password '${role}' in role ${address.username} connection limit ${admitted}`
  )
  t.teardown(async () => {
    await drop()
    await onServer(server, `drop role ${role}`)
  })
  address.username = role
  address.password = role
  return {
    url: address.href,
    sessions: async () => {
      const [row] = await onServer(
        server,
        `select count(*)::int from pg_stat_activity where usename = '${role}'`
      )
      return Number(row?.['count'])
    },
    fill: () =>
      onServer(
        server,
        `alter role ${role} connection limit 0`,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${role}'`
      ),
    empty: () => onServer(server, `alter role ${role} connection limit ${admitted}`)
  }
}

async function serviceAt(t: Test, url: string, work: boolean): Promise<TestService> {
  const database = openPostgres(url)
  t.teardown(() => database.close())
  const drop = () => database.close()
  const lent = { database, url, drop, leaveWrongSums: () => {} }
  const service = await startTestService({ work, database: lent })
  t.teardown(() => service.close())
  return service
}

const authorization = `Bearer ${KEY}`

/** Each operation as its document shows it by example. */
async function examplesOf({ inject }: TestService): Promise<(InjectOptions & { name: string })[]> {
  const document = (await inject({ method: 'GET', url: '/openapi.json', headers: { authorization } })).json()
  const catalog = readCatalog(document)
  return catalog.groups.flatMap(({ operations }) => operations).map((one) => exampleFor(catalog, one))
}

function exampleFor(catalog: Catalog, { method, path, parameters, spec }: Operation) {
  const given = parameters
    .map((one): ParameterSpec => resolveRef(catalog.document, one))
    .filter(({ required }) => required === true)
    .map((one) => ({
      place: one.in,
      name: stringOf(one.name),
      value: String(parameterExample(catalog, one))
    }))
  const at = (place: string) => given.filter((one) => one.place === place)
  const inPath = (url: string, { name, value }: { name: string; value: string }) =>
    url.replace(`{${name}}`, encodeURIComponent(value))
  const [body] = Object.values(recordOf(recordOf(spec.requestBody)['content']))
  return {
    name: `${method} ${path}`,
    method: method as 'GET', // The border to the injector, which knows only the methods that there are.
    url: at('path').reduce(inPath, path),
    query: Object.fromEntries(at('query').map(({ name, value }) => [name, value])),
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined
      ? {}
      : { payload: JSON.stringify(exampleOf(catalog, recordOf(body)['schema']).value) })
  }
}

/** Health answers whatever happens, a stream does not end, and the connection is a matter of the host. */
const isLeftOut = ({ name }: { name: string }) =>
  [' /health', ' /api/system/health', ' /api/system/connection', ' /api/stream'].some((path) =>
    name.includes(path)
  )

t.test(
  'a server without room for one more connection is 503 with Retry-After on every endpoint',
  { skip },
  async (t) => {
    const server = await narrowServer(t, SERVER ?? '', 10)
    const service = await serviceAt(t, server.url, false)
    const examples = (await examplesOf(service)).filter((one) => !isLeftOut(one))
    await server.fill()
    const refused: string[] = []
    for (const { name, ...request } of [...examples, { name: 'a delivery', ...signed({}) }]) {
      const reply = await service.inject(request)
      // The code of the refusal as a word: the metrics have longer numbers that may hold its digits.
      t.notMatch(reply.body, /narrow_|role|select |params|too many|\b5330\d\b/i, name)
      if (reply.statusCode < 500) continue
      const body = reply.json()
      t.match(body, { status: 503, error: 'Service Unavailable', code: 'unavailable' }, name)
      t.equal(reply.headers['retry-after'], String(body.retry_after_seconds), name)
      refused.push(name)
    }
    t.ok(refused.length > 80 && refused.includes('a delivery'), `${refused.length} of ${examples.length}`)
    await server.empty()
    const back = await service.inject({ method: 'GET', url: '/api/deliveries', headers: { authorization } })
    t.equal(back.statusCode, 200, 'as soon as there is room again')
  }
)

t.test('a process under load keeps to ten connections, unless it is told otherwise', { skip }, async (t) => {
  const server = await narrowServer(t, SERVER ?? '', 10)
  const service = await serviceAt(t, server.url, true)
  let most = 0
  const watched = until('all are handled', async () => {
    most = Math.max(most, await server.sessions())
    const { data } = await service.client.GET('/api/deliveries', {
      params: { query: { state: 'processed' } }
    })
    return data?.meta.total === 200
  })
  const payloadOf = (id: number) => {
    const { issue, ...payload } = issueOpened()
    return { ...payload, issue: { ...issue, id, number: id } }
  }
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) => service.deliver({ payload: payloadOf(at + 1) }))
  )
  t.ok(
    replies.every(({ statusCode }) => statusCode === 202),
    'all are accepted'
  )
  await watched
  t.equal(most, 10)
})
