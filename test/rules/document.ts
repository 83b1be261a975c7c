// Reads the published document: its operations, and every property in it with its place.
import { resolveRef } from '#http/docs/document.js'
import { arrayOf, type Entries, isRecord, recordOf, stringOf } from '#http/docs/read.js'

export interface Parameter {
  name: string
  /** `path`, `query`, `header` or `cookie`. */
  place: string
  spec: Entries
}

export interface Operation {
  /** Its operationId; empty where it has none. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, or the name of a webhook. */
  path: string
  isWebhook: boolean
  security: readonly unknown[]
  parameters: readonly Parameter[]
  spec: Entries
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** All operations, with the responses and parameters that they share in full. */
export function operationsOf(document: Entries): Operation[] {
  const whole = (holder: 'paths' | 'webhooks') =>
    Object.entries(recordOf(document[holder])).flatMap(([path, item]) =>
      operationsAt(path, item, holder === 'webhooks', (value) => resolveRef(document, value))
    )
  return [...whole('paths'), ...whole('webhooks')]
}

type Resolve = (value: unknown) => Entries

function operationsAt(path: string, item: unknown, isWebhook: boolean, resolve: Resolve): Operation[] {
  return METHODS.flatMap((method) => {
    const own = recordOf(item)[method]
    if (!isRecord(own)) return []
    const spec = withoutReferences(own, resolve)
    return {
      id: stringOf(spec['operationId']),
      // The border to TypeScript, which does not know what upper case does to a list of words.
      method: method.toUpperCase() as Operation['method'],
      path,
      isWebhook,
      security: arrayOf(spec['security']),
      parameters: arrayOf(spec['parameters']).map(parameterOf),
      spec
    }
  })
}

function withoutReferences(own: Entries, resolve: Resolve): Entries {
  const responses = Object.entries(recordOf(own['responses'])).map(([status, response]) => {
    const whole = resolve(response)
    const headers = Object.entries(recordOf(whole['headers'])).map(([name, header]) => [
      name,
      resolve(header)
    ])
    return [status, headers.length === 0 ? whole : { ...whole, headers: Object.fromEntries(headers) }]
  })
  return {
    ...own,
    parameters: arrayOf(own['parameters']).map(resolve),
    responses: Object.fromEntries(responses)
  }
}

function parameterOf(value: unknown): Parameter {
  const spec = recordOf(value)
  return { name: stringOf(spec['name']), place: stringOf(spec['in']), spec }
}

export interface Place {
  /** The keys that lead there. */
  way: readonly string[]
  record: Entries
}

/** Every record in a value, however deep; examples are not looked into, and references are not followed. */
export function recordsIn(value: unknown, way: readonly string[] = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => recordsIn(item, [...way, String(at)]))
  if (!isRecord(value)) return []
  const { examples, example, ...rest } = value
  const inner = Object.entries(rest).flatMap(([key, item]) => recordsIn(item, [...way, key]))
  return [{ way, record: value }, ...inner]
}

/** What a record says of itself, or else the schema that it holds or refers to. */
export function descriptionOf(document: Entries, record: Entries): string {
  const own = stringOf(record['description'])
  if (own !== '') return own
  const whole = resolveRef(document, record)
  const [media] = Object.values(recordOf(whole['content']))
  const schema = media === undefined ? whole : recordOf(recordOf(media)['schema'])
  return (
    stringOf(whole['description']) ||
    stringOf(schema['description']) ||
    stringOf(resolveRef(document, schema)['description'])
  )
}
