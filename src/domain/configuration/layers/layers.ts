// Layers of configuration: one laid over the other, and one changed by a patch.
import type { Json, JsonObject } from '#schemas/common.js'
import { isPlainObject, ownValue } from '../pointer.js'

/** Objects merge; whatever else stands above replaces what is below. */
export function mergeLayers(below: JsonObject, above: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(below))
  for (const [key, value] of Object.entries(above)) {
    const under = ownValue(below, key)
    result.set(key, isPlainObject(under) && isPlainObject(value) ? mergeLayers(under, value) : value)
  }
  // Every key becomes one of its own, whatever it is called.
  return Object.fromEntries(result)
}

/** Null takes a key out, so that it falls back to the layers below. An object that is left empty goes as well. */
export function applyLayerPatch(overrides: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(overrides))
  for (const [key, value] of Object.entries(patch)) {
    const changed = isPlainObject(value) ? patchObject(ownValue(overrides, key), value) : value
    if (changed === null) result.delete(key)
    else result.set(key, changed)
  }
  return Object.fromEntries(result)
}

function patchObject(under: Json | undefined, patch: JsonObject): JsonObject | null {
  const changed = applyLayerPatch(isPlainObject(under) ? under : {}, patch)
  return Object.keys(changed).length === 0 ? null : changed
}
