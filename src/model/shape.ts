// Checks answers against their schema, and reduces schemas to what the providers accept.
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '#domain/json/path.js'
import type { Json, JsonObject } from '#schemas/common.js'

const SCHEMA_KEYWORDS = ['type', 'description', 'enum', 'const', 'required', 'additionalProperties']

/** Drops bounds, which not every server accepts. They are checked on the answer instead. */
export function plainShape(schema: TSchema): JsonObject {
  return plainSchema(JSON.parse(JSON.stringify(schema)))
}

function plainSchema(schema: JsonObject): JsonObject {
  const { properties, items, anyOf } = schema
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => SCHEMA_KEYWORDS.includes(key))),
    ...(isObject(properties) ? { properties: plainProperties(properties) } : {}),
    ...(isObject(items) ? { items: plainSchema(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.filter(isObject).map(plainSchema) } : {})
  }
}

const plainProperties = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema) ? plainSchema(schema) : schema
    ])
  )

/** The first schema error, without quoting the answer; undefined if there is none. */
export function shapeFault(shape: TSchema, value: Json): string | undefined {
  const fault = Value.Errors(shape, value).First()
  return fault && `${pathText(fault.path)}: ${fault.message}`
}

/** Names that the model invented are not quoted either. */
function pathText(path: string): string {
  if (path === '') return 'the answer'
  return /^[\w/]{1,60}$/.test(path) ? path : 'an unexpected property'
}
