// The lowest layer: the defaults of the schema.
import type { Json, JsonObject } from '#schemas/common.js'
import type { KeySchema } from '#schemas/configuration/keys.js'
import { configKeys } from '#schemas/configuration/service-config.js'

function defaultsOf({ properties = {} }: KeySchema): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]): [string, Json] => [
      key,
      schema.default === undefined ? defaultsOf(schema) : schema.default
    ])
  )
}

export const DEFAULTS: JsonObject = defaultsOf(configKeys)
