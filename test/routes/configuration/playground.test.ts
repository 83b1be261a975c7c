import t from 'tap'
import type { Json } from '#schemas/common.js'
import { KEY, startTestService } from '#test/harness/app.js'

const now = new Date('2026-03-01T12:00:00Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())

async function send(payload: unknown) {
  const reply = await service.inject({
    method: 'POST',
    url: '/api/config/playground',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload)
  })
  return { status: reply.statusCode, body: reply.json() }
}

const refused = async (payload: unknown) => {
  const { status, body } = await send(payload)
  t.equal(status, 400, body.message)
  return body
}

t.test('a rule is tried on the data that comes with it, and tells its steps', async (t) => {
  const { data } = await service.client.POST('/api/config/playground', {
    body: {
      expression: 'is_new and docs.only',
      context: { is_new: true, files: ['docs/a.md'] },
      expressions: { docs: { only: 'files | all(match("docs/**"))' } }
    }
  })
  t.match(data, { result: true, evaluated_at: now.toISOString() })
  t.match(data?.trace[0], { step: 'is_new', result: true })
  t.match(data?.trace.at(-1), { step: 'is_new and docs.only', result: true })
})

t.test('what a rule comes to is shown as it is, whatever its kind', async (t) => {
  const resultOf = async (expression: string, context: Record<string, Json> = {}) =>
    (await send({ expression, context })).body.result
  t.equal(await resultOf('1 + 2'), 3)
  t.equal(await resultOf('title | upper', { title: 'a' }), 'A')
  t.same(await resultOf('labels', { labels: ['a', 'b'] }), ['a', 'b'])
  t.equal(await resultOf('unknown'), null)
})

t.test('a fault says where it is, and tells no step', async (t) => {
  t.match(await refused({ expression: 'author ==' }), {
    error: 'Bad Request',
    status: 400,
    code: 'invalid_rule',
    details: [{ path: '/expression', message: /^line 1, column 10: the rule ends/ }],
    trace: []
  })
  t.match(await refused({ expression: '1 + "a"' }), { details: [{ path: '/expression' }], trace: [] })
  t.match(await refused({ expression: 'a.b', expressions: { a: { b: 'x |' } } }), {
    details: [{ path: '/expressions/a/b', message: /in the expression a\.b, line 1, column 4/ }]
  })
})

t.test('no code is taken, and nothing that is not known', async (t) => {
  t.match(await refused({ expression: 'true', plugins: ['() => 1'] }), {
    details: [{ path: '/plugins', message: /^is not a known field/ }]
  })
  t.match(await refused({}), { details: [{ path: '/expression' }] })
  t.match(await refused({ expression: 'x'.repeat(2_001) }), { details: [{ path: '/expression' }] })
  t.match(await refused({ expression: 'a', context: [] }), { details: [{ path: '/context' }] })
  t.match(await refused({ expression: 'a', expressions: { a: 1 } }), { status: 400 })
})

t.test('nothing that comes with a rule reaches further than its data', async (t) => {
  t.same((await send('{"expression":"__proto__","context":{"__proto__":{"x":1}}}')).status, 200)
  for (const name of ['constructor', 'toString', '__proto__.x', 'hasOwnProperty', 'labels.length'])
    t.equal((await send({ expression: name, context: { labels: [] } })).body.result, null, name)
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  t.match(await refused(`{"expression":"a","context":{"a":${deep}}}`), { status: 400 })
})

t.test('a rule without end is stopped', async (t) => {
  const many = Array.from({ length: 5_000 }, () => 'a'.repeat(20))
  const expression = `files | some(match("${'**/'.repeat(100)}b"), match("*a*a*a*a*a*a*a*b"))`
  t.match(await refused({ expression, context: { files: many } }), {
    message: /10000 steps at most/,
    trace: []
  })
})
