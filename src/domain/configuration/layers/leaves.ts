import type { JsonObject } from '#schemas/common.js'
import { isPlainObject, type KeyPath } from '../pointer.js'

/** The key path of every leaf: values that do not merge, and empty objects. */
export function leafPaths(object: JsonObject, keyPath: KeyPath = []): KeyPath[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = [...keyPath, key]
    return isPlainObject(value) && Object.keys(value).length > 0 ? leafPaths(value, path) : [path]
  })
}
