// What is left of a layer without what was refused in it, so that the rest can be looked into all the same.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ConfigFault } from './findings.js'
import { isPlainObject, type KeyPath, parsePointer } from './pointer.js'

/** Items of lists go whole, and leave a gap behind them: those after them stay where they were. */
export function withoutFaults(layer: JsonObject, refused: readonly ConfigFault[]): JsonObject {
  if (refused.length === 0) return layer
  const sound = structuredClone(layer)
  for (const { path } of refused) removeAtPath(sound, parsePointer(path))
  return sound
}

/** Depth of what has a name of the user's own: where it only lacks something, the rest of it stays. */
const NAMED_DEPTH = 2

function removeAtPath(document: JsonObject, way: KeyPath): void {
  let parent: Json | undefined = document
  for (const [at, part] of way.entries()) {
    const inner: Json | undefined = childValue(parent, part)
    if (typeof parent !== 'object' || parent === null || inner === undefined) return
    const isLast = at === way.length - 1
    if (isLast && way.length === NAMED_DEPTH && isPlainObject(inner)) return
    if (isLast || Array.isArray(parent)) return void Reflect.deleteProperty(parent, part)
    parent = inner
  }
}

function childValue(parent: Json | undefined, part: string): Json | undefined {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, part)) return undefined
  return Array.isArray(parent) ? parent[Number(part)] : parent[part]
}
