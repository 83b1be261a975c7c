// Whether an answer has the shape that was asked for, and that shape as the protocols take it.
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '#domain/json/path.js'
import type { Json, JsonObject } from '#schemas/common.js'

const SCHEMA_KEYWORDS = ['type', 'description', 'enum', 'const', 'required', 'additionalProperties']

/** Without bounds, which not every server takes: these are checked when the answer is there. */
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
    Object.entries(properties).map(([name, one]) => [name, isObject(one) ? plainSchema(one) : one])
  )

/** Nothing where it fits; otherwise what is wrong first, without repeating the answer. */
export function shapeFault(shape: TSchema, value: Json): string | undefined {
  const fault = Value.Errors(shape, value).First()
  return fault && `${pathText(fault.path)}: ${fault.message}`
}

/** A name of the answer's own choosing is not repeated either. */
function pathText(path: string): string {
  if (path === '') return 'the answer'
  return /^[\w/]{1,60}$/.test(path) ? path : 'a property that was not asked for'
}
