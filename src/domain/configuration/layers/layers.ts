// Merges configuration layers and applies patches to them.
import type { Json, JsonObject } from '#schemas/common.js'
import { isPlainObject, ownValue } from '../pointer.js'

/** Objects merge; any other value of the upper layer replaces the lower one. */
export function mergeLayers(below: JsonObject, above: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(below))
  for (const [key, value] of Object.entries(above)) {
    const lower = ownValue(below, key)
    result.set(key, isPlainObject(lower) && isPlainObject(value) ? mergeLayers(lower, value) : value)
  }
  // fromEntries defines own properties, also for names such as `__proto__`.
  return Object.fromEntries(result)
}

/** A merge patch: null removes a key, which falls back to the layers below. Empty objects are removed too. */
export function applyLayerPatch(overrides: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(overrides))
  for (const [key, value] of Object.entries(patch)) {
    const changed = isPlainObject(value) ? patchObject(ownValue(overrides, key), value) : value
    if (changed === null) result.delete(key)
    else result.set(key, changed)
  }
  return Object.fromEntries(result)
}

function patchObject(target: Json | undefined, patch: JsonObject): JsonObject | null {
  const changed = applyLayerPatch(isPlainObject(target) ? target : {}, patch)
  return Object.keys(changed).length === 0 ? null : changed
}
