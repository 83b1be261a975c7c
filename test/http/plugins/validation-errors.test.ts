import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { arrayOf, type Entries, isRecord, recordOf, stringOf } from '#http/docs/read.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { ADMIN_KEY, startTestService } from '../../harness/app.js'
import { type Operation, operationsOf } from '../../rules/document.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const document = recordOf(JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'openapi/openapi.json'), 'utf8')))
const schemas = recordOf(recordOf(document['components'])['schemas'])
/** Without the stream, whose replies do not end. */
const operations = operationsOf(document).filter(
  ({ isWebhook, path }) => !isWebhook && path !== '/api/stream'
)

/** With what it refers to in its place, and the first of several that is an object. */
function resolved(schema: unknown): Entries {
  const record = recordOf(schema)
  const ref = stringOf(record['$ref'])
  if (ref !== '') return resolved(schemas[ref.split('/').at(-1) ?? ''])
  const branch = arrayOf(record['anyOf'] ?? record['oneOf'])
    .map(resolved)
    .find((one) => isRecord(one['properties']))
  return branch ?? record
}

const WRONG = [5, '?', true, null, [], {}, [5], [{}], { x: 5 }, [null], 1e300, -1]

/** Bodies that are wrong in one place each, three levels down at most. */
function wrongBodies(schema: unknown, depth = 0): unknown[] {
  const { properties, required, items } = resolved(schema)
  if (isRecord(items) && depth < 3) return [...WRONG, ...wrongBodies(items, depth + 1).map((one) => [one])]
  if (!isRecord(properties) || depth >= 3) return WRONG
  const names = arrayOf(required).map(stringOf)
  const sound = Object.fromEntries(names.map((name) => [name, soundFor(properties[name])]))
  return [
    ...WRONG,
    ...Object.entries(properties).flatMap(([name, one]) =>
      wrongBodies(one, depth + 1).map((value) => ({ ...sound, [name]: value }))
    )
  ]
}

function soundFor(schema: unknown): unknown {
  const { type, enum: words, examples, items, minItems } = resolved(schema)
  const [first] = [...arrayOf(examples), ...arrayOf(words)]
  if (first !== undefined) return first
  if (type === 'array') return minItems === undefined ? [] : [soundFor(items)]
  if (type === 'object' || isRecord(resolved(schema)['properties'])) return {}
  return type === 'string' ? 'octo-org/hello' : type === 'boolean' ? true : 1
}

const NOISE =
  /must (?:be null|match|NOT|be equal|have required)|anyOf|oneOf|schema|does not have the form|undefined|^\S+$/

interface Told {
  details?: { path: string; message: string }[]
}

/** What a request is told, by what is wrong with it. */
async function toldOf({ url, method, payload }: Request): Promise<string[]> {
  const reply = await service.inject({
    method,
    url,
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload })
  })
  if (reply.statusCode !== 400) return []
  const { details = [] }: Told = reply.json()
  return details.map(({ path, message }) => `${path}: ${message}`)
}

interface Request {
  method: Operation['method']
  url: string
  payload?: string
}

const urlOf = (path: string, value: string) => path.replaceAll(/\{\w+\}/g, value)

function requestsOf({ method, path, parameters, spec }: Operation): Request[] {
  const queries = parameters.filter(({ place }) => place === 'query')
  const content = recordOf(recordOf(recordOf(spec['requestBody'])['content'])['application/json'])
  return [
    ...['%20', '-1', 'a%2Fb', '1e9', '..', 'x'.repeat(300)].map((value) => ({
      method,
      url: urlOf(path, value)
    })),
    ...queries.flatMap(({ name }) =>
      ['', '-1', '%20', '1e9', 'a/b/c', 'true', 'x'.repeat(2_000)].map((value) => ({
        method,
        url: `${urlOf(path, '1')}?${name}=${value}`
      }))
    ),
    ...(isRecord(content['schema']) ? wrongBodies(content['schema']) : []).map((body) => ({
      method,
      url: urlOf(path, '1'),
      payload: JSON.stringify(body)
    }))
  ]
}

t.test('whatever is wrong with a request, its details say in words what is expected', async (t) => {
  const noise = new Set<string>()
  let told = 0
  const tested = operations.filter(({ path }) => path.startsWith('/api/') && !path.includes('/auth'))
  for (const operation of tested)
    for (const request of requestsOf(operation)) {
      const words = await toldOf(request)
      told += words.length
      for (const one of words)
        if (NOISE.test(one.replace(/^[^:]*: /, ''))) noise.add(`${operation.method} ${operation.path} ${one}`)
    }
  t.same([...noise], [])
  t.ok(told > 1_000, `${told} faults were told`)
})
