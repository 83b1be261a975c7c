// Reads into JSON of which nothing is sure: what is not there is undefined, and nothing throws.
import type { Json, JsonObject } from '../../schemas/common.js'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands under its own key; what an object inherits does not count. */
export function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

export function textsAt(value: Json | undefined, ...path: string[]): string[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}
