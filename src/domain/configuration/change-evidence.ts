// What the audit trail says of a change: which keys, and the hashes of what was set before and after. The history has
// the rest, and by the hashes it is seen whether it was tampered with.
import type { Json, JsonObject } from '#schemas/common.js'
import { sha256Of } from '../json/canonical.js'
import { leafPaths } from './layers/leaves.js'
import { isPlainObject, type KeyPath, pointerTo, valueAtPath } from './pointer.js'

const MOST_TOLD = 100

export function configChangeEvidence({
  before,
  after
}: {
  before: JsonObject
  after: JsonObject
}): JsonObject {
  const changed = changedKeys(before, after)
  return {
    changed_keys: changed.slice(0, MOST_TOLD),
    changed_count: changed.length,
    before_sha256: overridesHash(before),
    after_sha256: overridesHash(after)
  }
}

/** Pointers to each single value that is another than before, and to what has its names in another order. */
export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const ways = [...leafPaths(before), ...leafPaths(after)]
  const isChanged = (way: KeyPath) =>
    JSON.stringify(valueAtPath(before, way)) !== JSON.stringify(valueAtPath(after, way))
  const changed = [...ways.filter(isChanged), ...reorderedPaths(before, after)]
  return [...new Set(changed.map(pointerTo))].sort()
}

/** Rules hold in their order, so that another order is another configuration. */
function reorderedPaths(before: Json | undefined, after: Json | undefined, way: KeyPath = []): KeyPath[] {
  if (!isPlainObject(before) || !isPlainObject(after)) return []
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name))
  const other = Object.keys(after).filter((name) => Object.hasOwn(before, name))
  const isMoved = shared.some((name, at) => other[at] !== name)
  const within = shared.flatMap((name) => reorderedPaths(before[name], after[name], [...way, name]))
  return isMoved ? [way, ...within] : within
}

const overridesHash = (overrides: JsonObject) => sha256Of(JSON.stringify(overrides))
