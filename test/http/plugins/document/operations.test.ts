// What an operation publishes of its errors: its own codes and the usual ones, each with its status.
import type { FastifySchema, RouteOptions } from 'fastify'
import t from 'tap'
import { groups } from '#capabilities/index.js'
import { completeSchema } from '#http/plugins/document/operations.js'
import type { RouteGroup } from '#http/route-group.js'
import { enumeration, orAll } from '#schemas/enumeration.js'
import type { ErrorCode } from '#schemas/errors.js'
import { IDEMPOTENCY_CODES } from '#schemas/idempotency.js'

const group: RouteGroup = {
  tag: 'runs',
  about: '',
  prefix: '/api/runs',
  auth: 'any',
  schemas: [],
  plugin: () => {}
}

function completed(method: 'GET' | 'POST' | 'PUT', codes: readonly ErrorCode[]) {
  const schema: FastifySchema = { codes, response: { 200: {} } }
  const route: RouteOptions = { method, url: '/:id', schema, handler: () => {} }
  completeSchema(route, group)
  const { codesByStatus = {}, response } = route.schema ?? {}
  return { codesByStatus, statuses: Object.keys(Object(response)).map(Number) }
}

t.test('the status of each declared code is published, also where it is not a usual one', async (t) => {
  const { codesByStatus, statuses } = completed('POST', ['too_many_gates', 'host_unavailable'])
  t.ok([409, 502, 503].every((status) => statuses.includes(status)))
  t.same(codesByStatus[409], [...IDEMPOTENCY_CODES, 'too_many_gates'])
  t.same(codesByStatus[502], ['host_unavailable'])
  t.notOk(completed('PUT', []).statuses.includes(409))
  t.same(completed('PUT', ['too_many_gates']).codesByStatus[409], ['too_many_gates'])
})

t.test('a usual code comes with its status alone, and that of a body only where there is one', async (t) => {
  const write = completed('POST', []).codesByStatus
  t.same(write[400], ['invalid', 'invalid_field', 'invalid_json'])
  t.same(write[415], ['unsupported_media'])
  t.same(write[503], ['unavailable', 'busy', 'stopping', 'locked'], 'rate_limited is 429')
  t.same(completed('GET', []).codesByStatus[400], ['invalid', 'invalid_field'])
})

t.test('every POST of whoever is authenticated reads a key, and no other operation does', async (t) => {
  for (const one of groups)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const route: RouteOptions = { method, url: '', schema: { response: { 200: {} } }, handler: () => {} }
      completeSchema(route, one)
      const { headers, response } = Object(route.schema)
      const isKeyed = method === 'POST' && one.auth !== 'none'
      t.equal('idempotency-key' in Object(headers?.properties), isKeyed, `${method} ${one.prefix}`)
      t.equal('Idempotent-Replayed' in Object(response[200].headers), isKeyed)
    }
})

t.test('a code whose status no operation answers cannot be declared', async (t) => {
  t.throws(() => completed('GET', ['method_not_allowed']), {
    message: 'no operation answers 405: declare no code of that status'
  })
})

t.test('two lists of words cannot have one name, and a filter is of a list that has one', async (t) => {
  const words = enumeration('TestOfNames', ['one', 'two'])
  t.equal(enumeration('TestOfNames', ['one', 'two']).join(), words.join())
  t.throws(() => enumeration('TestOfNames', ['one', 'three']), { message: 'two lists are named TestOfNames' })
  t.same(orAll(words), ['one', 'two', 'all'])
  t.throws(() => enumeration('TestOfNamesFilter', ['all']), /two lists are named TestOfNamesFilter/)
  t.throws(() => orAll(['one', 'two']), /name the list of one, two/)
})
