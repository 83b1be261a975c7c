import type { JsonObject } from '#schemas/common.js'
import { isPlain, type Way } from '../pointer.js'

/** The way to each single value: whatever does not merge, and what is empty. */
export function leavesOf(object: JsonObject, way: Way = []): Way[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const here = [...way, key]
    return isPlain(value) && Object.keys(value).length > 0 ? leavesOf(value, here) : [here]
  })
}
