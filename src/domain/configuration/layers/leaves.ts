import type { JsonObject } from '#schemas/common.js'
import { isPlainObject, type KeyPath } from '../pointer.js'

/** The way to each single value: whatever does not merge, and what is empty. */
export function leafPaths(object: JsonObject, way: KeyPath = []): KeyPath[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const here = [...way, key]
    return isPlainObject(value) && Object.keys(value).length > 0 ? leafPaths(value, here) : [here]
  })
}
