// What the audit trail says of a change: which keys, and the hashes of what was set before and after. The history has
// the rest, and by the hashes it is seen whether it was tampered with.
import type { Json, JsonObject } from '#schemas/common.js'
import { sha256Of } from '../json/canonical.js'
import { leavesOf } from './layers/leaves.js'
import { isPlain, pointerTo, valueAt, type Way } from './pointer.js'

const MOST_TOLD = 100

export function evidenceOf({ before, after }: { before: JsonObject; after: JsonObject }): JsonObject {
  const changed = changedKeys(before, after)
  return {
    changed_keys: changed.slice(0, MOST_TOLD),
    changed_count: changed.length,
    before_sha256: hashOf(before),
    after_sha256: hashOf(after)
  }
}

/** Pointers to each single value that is another than before, and to what has its names in another order. */
export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const ways = [...leavesOf(before), ...leavesOf(after)]
  const isChanged = (way: Way) => JSON.stringify(valueAt(before, way)) !== JSON.stringify(valueAt(after, way))
  const changed = [...ways.filter(isChanged), ...reordered(before, after)]
  return [...new Set(changed.map(pointerTo))].sort()
}

/** Rules hold in their order, so that another order is another configuration. */
function reordered(before: Json | undefined, after: Json | undefined, way: Way = []): Way[] {
  if (!isPlain(before) || !isPlain(after)) return []
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name))
  const other = Object.keys(after).filter((name) => Object.hasOwn(before, name))
  const isMoved = shared.some((name, at) => other[at] !== name)
  const within = shared.flatMap((name) => reordered(before[name], after[name], [...way, name]))
  return isMoved ? [way, ...within] : within
}

const hashOf = (overrides: JsonObject) => sha256Of(JSON.stringify(overrides))
