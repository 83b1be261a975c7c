import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import t from 'tap'
import { closed, nullable, oneOf, timestamp } from '#schemas/common.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { KEY, startTestService } from './app.js'
import { checkReplies } from './replies.js'

const Thing = closed({
  at: nullable(timestamp('When it was made.')),
  kind: oneOf(['small', 'large'], { description: 'Its size.' })
})
const SMALL = { at: '2026-01-31T09:30:00.000Z', kind: 'small' }

interface Planted {
  text: string
  status?: number
  type?: string
}

/** Returns the faults in a text that an application sends. */
async function faultsOf({ text, status = 200, type = 'application/json' }: Planted): Promise<string[]> {
  const faults: string[] = []
  const build = async () => {
    const app = Fastify()
    app.get('/things', { schema: { response: { 200: Thing } } }, (_, reply) => {
      reply.statusCode = status
      return reply.type(type).send(text)
    })
    return app
  }
  const app = await checkReplies(build, (fault) => faults.push(fault))
  const reply = await app.inject('/things?page=1')
  await app.close()
  return reply.body === text ? faults : ['the reply was changed']
}

t.test('a reply that is as it was published passes', async (t) => {
  for (const body of [SMALL, { ...SMALL, at: null }])
    t.same(await faultsOf({ text: JSON.stringify(body) }), [])
})

const text = JSON.stringify
const WRONG: (Planted & { what: string; told: string })[] = [
  {
    what: 'a word that is not in the list',
    text: text({ ...SMALL, kind: 'tiny' }),
    told: '200: /kind: Expected one of small, large, got "tiny"'
  },
  {
    what: 'a property that is missing',
    text: text({ kind: 'small' }),
    told: '200: /at: Expected required property, got nothing'
  },
  {
    what: 'a property that is not published',
    text: text({ ...SMALL, id: 1 }),
    told: '200: /id: Unexpected property, got 1'
  },
  {
    what: 'a time in another form',
    text: text({ ...SMALL, at: '2026-01-31 09:30:00+00' }),
    told: `200: /at: Expected string to match 'date-time' format, got "2026-01-31 09:30:00+00"`
  },
  {
    what: 'a name that stands there twice',
    text: '{"at":null,"kind":"small","kind":"small"}',
    told: '200: /kind: The key kind occurs twice'
  },
  { what: 'a text that is no JSON', text: '{"at":', told: '200: it is not JSON: {"at":' },
  {
    what: 'a text that is not sent as JSON',
    text: text(SMALL),
    type: 'text/plain',
    told: '200: it should be JSON, and is text/plain'
  },
  {
    what: 'a status that is not published',
    text: text(SMALL),
    status: 201,
    told: '201: its operation publishes no such status'
  }
]

for (const { what, told, ...planted } of WRONG) {
  t.test(`${what} is a fault, and told with its place`, async (t) => {
    t.same(await faultsOf(planted), [`GET /things?page=1 -> ${told}`])
  })
}

const headers = { authorization: `Bearer ${KEY}` }

const file: { fail(message: string): unknown } = t

t.test('a row that breaks its schema fails the test file, by whatever door it was asked for', async (t) => {
  const failures: string[] = []
  const { fail } = file
  file.fail = (message) => failures.push(message)
  const { app, client, deps, inject, close } = await startTestService({ work: false })
  t.teardown(async () => {
    await close()
    file.fail = fail
  })
  await seedRepository(deps, { hostId: 1 })
  await deps.transaction(async (tx) => void (await tx.execute(sql`update repositories set stars = -1`)))
  await client.GET('/api/repos')
  await inject({ url: '/api/repos', headers })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await (await fetch(`${address}/api/repos`, { headers })).text()
  const told = 'GET /api/repos -> 200: /data/0/stars: Expected integer to be greater or equal to 0, got -1'
  t.same(failures, Array(3).fill(`a reply breaks its schema: ${told}`))
})
