// What the audit trail says of a change: which keys, and the hashes of what was set before and after. The history has
// the rest, and by the hashes it is seen whether it was tampered with.
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../schemas/common.js'
import { leavesOf } from './leaves.js'
import { pointerTo, valueAt } from './pointer.js'

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

/** Pointers to each single value that is another than before. */
export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const ways = [...leavesOf(before), ...leavesOf(after)]
  const isChanged = (way: readonly string[]) =>
    JSON.stringify(valueAt(before, way)) !== JSON.stringify(valueAt(after, way))
  return [...new Set(ways.filter(isChanged).map(pointerTo))].sort()
}

const hashOf = (overrides: JsonObject) => createHash('sha256').update(JSON.stringify(overrides)).digest('hex')
