// Reads the published document: its operations, and every property in it with its place.
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

export function operationsOf(document: Entries): Operation[] {
  return [
    ...Object.entries(recordOf(document['paths'])).flatMap(([path, item]) => operationsAt(path, item, false)),
    ...Object.entries(recordOf(document['webhooks'])).flatMap(([name, item]) =>
      operationsAt(name, item, true)
    )
  ]
}

function operationsAt(path: string, item: unknown, isWebhook: boolean): Operation[] {
  return METHODS.flatMap((method) => {
    const spec = recordOf(item)[method]
    if (!isRecord(spec)) return []
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
  const [media] = Object.values(recordOf(record['content']))
  const schema = media === undefined ? record : recordOf(recordOf(media)['schema'])
  const name = stringOf(schema['$ref']).replace('#/components/schemas/', '')
  const named = recordOf(recordOf(recordOf(document['components'])['schemas'])[name])
  return stringOf(record['description']) || stringOf(schema['description']) || stringOf(named['description'])
}
