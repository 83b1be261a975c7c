// Reads the published document: its operations, and every schema in it with its place.
import { type Entries, isRecord, listOf, recordOf, textOf } from '../../src/docs/read.js'

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, or the name of a webhook. */
  path: string
  isWebhook: boolean
  security: readonly unknown[]
  parameters: readonly Entries[]
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
      // The border to TypeScript, which does not know what upper case does to a list of words.
      method: method.toUpperCase() as Operation['method'],
      path,
      isWebhook,
      security: listOf(spec['security']),
      parameters: listOf(spec['parameters']).filter(isRecord),
      spec
    }
  })
}
