// The audit evidence of a configuration change: the changed keys and the hashes of the overrides before and after. The
// history stores the contents; the hashes reveal whether it was tampered with.
import type { Json, JsonObject } from '#schemas/common.js'
import { sha256Of } from '../json/canonical.js'
import { leafPaths } from './layers/leaves.js'
import { isPlainObject, type KeyPath, pointerTo, valueAtPath } from './pointer.js'

const MOST_CHANGED_KEYS = 100

export function configChangeEvidence({
  before,
  after
}: {
  before: JsonObject
  after: JsonObject
}): JsonObject {
  const changed = changedKeys(before, after)
  return {
    changed_keys: changed.slice(0, MOST_CHANGED_KEYS),
    changed_count: changed.length,
    before_sha256: overridesHash(before),
    after_sha256: overridesHash(after)
  }
}

/** Pointers to every leaf whose value changed, and to every object whose keys were reordered. */
export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const keyPaths = [...leafPaths(before), ...leafPaths(after)]
  const isChanged = (keyPath: KeyPath) =>
    JSON.stringify(valueAtPath(before, keyPath)) !== JSON.stringify(valueAtPath(after, keyPath))
  const changed = [...keyPaths.filter(isChanged), ...reorderedPaths(before, after)]
  return [...new Set(changed.map(pointerTo))].sort()
}

/** Rules are tried in order, so another order of the same keys is a change. */
function reorderedPaths(before: Json | undefined, after: Json | undefined, keyPath: KeyPath = []): KeyPath[] {
  if (!isPlainObject(before) || !isPlainObject(after)) return []
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name))
  const sharedAfter = Object.keys(after).filter((name) => Object.hasOwn(before, name))
  const isMoved = shared.some((name, index) => sharedAfter[index] !== name)
  const within = shared.flatMap((name) => reorderedPaths(before[name], after[name], [...keyPath, name]))
  return isMoved ? [keyPath, ...within] : within
}

const overridesHash = (overrides: JsonObject) => sha256Of(JSON.stringify(overrides))
