// Removes refused parts of a layer, so that the rest can still be checked.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ConfigFault } from './findings.js'
import { isPlainObject, type KeyPath, parsePointer } from './pointer.js'

/** A refused list item leaves a gap, so that the indexes of later items stay the same. */
export function withoutFaults(layer: JsonObject, refused: readonly ConfigFault[]): JsonObject {
  if (refused.length === 0) return layer
  const sound = structuredClone(layer)
  for (const { path } of refused) removeAtPath(sound, parsePointer(path))
  return sound
}

/** The depth of entries named by the user. Such an entry stays if only a key is missing from it. */
const NAMED_DEPTH = 2

function removeAtPath(document: JsonObject, keyPath: KeyPath): void {
  let parent: Json | undefined = document
  for (const [at, part] of keyPath.entries()) {
    const inner: Json | undefined = childValue(parent, part)
    if (typeof parent !== 'object' || parent === null || inner === undefined) return
    const isLast = at === keyPath.length - 1
    if (isLast && keyPath.length === NAMED_DEPTH && isPlainObject(inner)) return
    if (isLast || Array.isArray(parent)) return void Reflect.deleteProperty(parent, part)
    parent = inner
  }
}

function childValue(parent: Json | undefined, part: string): Json | undefined {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, part)) return undefined
  return Array.isArray(parent) ? parent[Number(part)] : parent[part]
}
