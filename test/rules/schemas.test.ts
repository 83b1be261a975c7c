import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { arrayOf, isRecord, recordOf, stringOf } from '#http/docs/read.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { WORDS_OF_PATTERNS } from '#schemas/common.js'
import { emitted } from '../../openapi/emit.js'
import { descriptionOf, type Operation, operationsOf, recordsIn } from './document.js'

/** Faults that are known and borne. Each must still be there: what is mended leaves this list. */
const EXCEPTIONS: readonly string[] = []

const document = recordOf(JSON.parse((await emitted()).document))
const operations = operationsOf(document)
const called = operations.filter(({ isWebhook }) => !isWebhook)
const nameOf = ({ id, method, path }: Operation) => id || `${method} ${path}`
const found = new Set<string>()

/** Fails with the faults that no exception covers. */
function noFault(t: Test, faults: readonly string[]): void {
  for (const fault of faults) found.add(fault)
  t.same(
    faults.filter((fault) => !EXCEPTIONS.includes(fault)),
    []
  )
}

/** One fault for each operation of which it holds. */
function faultsWhere(fault: string, holds: (operation: Operation) => boolean): string[] {
  return operations.filter(holds).map((operation) => `${nameOf(operation)}: ${fault}`)
}

t.test('every operation has a name of its own, a summary and one declared group', async (t) => {
  t.ok(operations.length > 10, `${operations.length} operations`)
  const ids = operations.map(({ id }) => id)
  const tags = arrayOf(document['tags']).map(recordOf)
  const declared = new Set(tags.map((tag) => tag['name']))
  noFault(t, [
    ...faultsWhere('no camelCase operationId', ({ id }) => !/^[a-z][A-Za-z0-9]+$/.test(id)),
    ...faultsWhere('another of the same name', ({ id }) => ids.indexOf(id) !== ids.lastIndexOf(id)),
    ...faultsWhere('no summary', ({ spec }) => stringOf(spec['summary']).length < 5),
    ...faultsWhere('not exactly one tag', ({ spec }) => arrayOf(spec['tags']).length !== 1),
    ...faultsWhere('a tag that is not declared', ({ spec }) =>
      arrayOf(spec['tags']).some((tag) => !declared.has(tag))
    ),
    ...tags.filter((tag) => !tag['description']).map((tag) => `tag ${tag['name']}: no description`)
  ])
})

t.test('every parameter, body, reply, schema and property says what it is', async (t) => {
  const places = recordsIn(document).map(({ way, record }) => ({ at: way.join('.'), way, record }))
  const described = places.filter(({ way }) => wantsDescription(way))
  t.ok(described.length > 200, `${described.length} places`)
  noFault(
    t,
    described
      // A list of words says by its name what it is, and a narrowed code is described where the body is.
      .filter(
        ({ way, record }) => record['enum'] === undefined || (way.length !== 3 && way.at(-1) !== 'code')
      )
      .filter(({ record }) => ['', 'Default Response'].includes(descriptionOf(document, record)))
      .map(({ at }) => `${at}: no description`)
  )
})

/** Properties and named schemas, parameters, replies, bodies, security schemes. */
function wantsDescription(way: readonly string[]): boolean {
  const parent = way.at(-2) ?? ''
  if (['properties', 'parameters', 'responses', 'securitySchemes'].includes(parent)) return true
  return way[0] === 'components' ? way.length === 3 : way.at(-1) === 'requestBody'
}

t.test('every object says whether it admits keys beyond its own', async (t) => {
  noFault(
    t,
    recordsIn(document)
      .filter(({ record }) => record['type'] === 'object' && record['additionalProperties'] === undefined)
      .map(({ way }) => `${way.join('.')}: neither open nor closed`)
  )
})

t.test('every operation names the errors that it can answer, in the one shape', async (t) => {
  const withInput = ({ spec }: Operation) => spec['requestBody'] !== undefined
  noFault(t, [
    ...faultsWhere('no 400, 500 or 503', (one) => !one.isWebhook && !answers(one, '400', '500', '503')),
    ...faultsWhere('no 401', (one) => one.security.length > 0 && !answers(one, '401')),
    ...faultsWhere('no 429', (one) => one.security.length > 0 && !answers(one, '429')),
    ...faultsWhere('no 404', (one) => one.path.includes('{') && !answers(one, '404')),
    ...faultsWhere('no 413 or 415', (one) => !one.isWebhook && withInput(one) && !answers(one, '413', '415')),
    ...faultsWhere('an error in another shape', (one) =>
      Object.entries(recordOf(one.spec['responses'])).some(
        ([status, reply]) => /^(4..|500)$/i.test(status) && !isErrorReply(reply)
      )
    )
  ])
})

function answers({ spec }: Operation, ...statuses: string[]): boolean {
  return statuses.every((status) => recordOf(spec['responses'])[status] !== undefined)
}

function isErrorReply(reply: unknown): boolean {
  const content = recordOf(recordOf(reply)['content'])
  const schema = recordOf(recordOf(content['application/json'])['schema'])
  const [{ $ref } = schema] = arrayOf(schema['allOf']).map(recordOf)
  return Object.keys(content).length === 1 && $ref === '#/components/schemas/ErrorBody'
}

t.test('every path parameter has an example, and no parameter with a default is required', async (t) => {
  noFault(
    t,
    operations.flatMap((operation) =>
      operation.parameters.flatMap(({ name, place, spec }) => [
        ...(place === 'path' && spec['example'] === undefined
          ? [`${nameOf(operation)}: no example of ${name}`]
          : []),
        ...(spec['required'] === true && 'default' in recordOf(spec['schema'])
          ? [`${nameOf(operation)}: ${name} is required and has a default`]
          : [])
      ])
    )
  )
})

/** Names that the specification, or a path of it, spells otherwise. */
const SPELT_OTHERWISE = ['repoId', 'runId', 'hostRunId', 'hostIssueId']

t.test('every name on the wire is in snake_case, as the specification spells it', async (t) => {
  const ofBodies = recordsIn(document)
    .filter(({ way }) => way.at(-1) === 'properties')
    .flatMap(({ record }) => Object.keys(record))
  const ofParameters = operations.flatMap(({ parameters }) =>
    parameters.filter(({ place }) => place !== 'header').map(({ name }) => name)
  )
  const others = [...ofBodies, ...ofParameters].filter((name) => /[A-Z]/.test(name))
  t.same([...new Set(others)].sort(), SPELT_OTHERWISE.toSorted())
})

t.test(
  'every pattern has words for those whose text does not fit it, and no words are left over',
  async (t) => {
    const patterns = recordsIn(document).map(({ record }) => stringOf(record['pattern']))
    t.same([...new Set(patterns)].filter(Boolean).sort(), Object.keys(WORDS_OF_PATTERNS).sort())
  }
)

t.test('both ways to prove oneself are declared, and what the host sends has its section', async (t) => {
  const { securitySchemes } = recordOf(document['components'])
  t.match(securitySchemes, {
    apiKey: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: 'service-session' }
  })
  const sent = operations.filter(({ isWebhook }) => isWebhook)
  t.same(sent.map(nameOf), ['hostEvent'])
  t.ok(sent.every(({ spec }) => isRecord(spec['requestBody']) && isRecord(spec['responses'])))
})

t.test('a constant of the vocabulary and its operation share one name, and each is published', async (t) => {
  const folder = join(PACKAGE_FOLDER, 'schemas')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts')
  )
  // By the names of the sources: the bundle holds each file that could be meant.
  const modules = await Promise.all(files.map((file) => import(`../../schemas/${file}`)))
  const constants = modules
    .flatMap((exported: object) => Object.entries(exported))
    .filter(([, value]) => isRecord(value) && 'operationId' in value)
  t.same(
    constants.filter(([name, { operationId }]) => name !== operationId).map(([name]) => name),
    []
  )
  t.same(constants.map(([name]) => name).sort(), called.map(nameOf).sort())
})

t.test('no exception outlives its fault', async (t) => {
  t.same(
    EXCEPTIONS.filter((exception) => !found.has(exception)),
    []
  )
})
