// Reads into JSON of which nothing is sure: what is not there is undefined, and nothing throws.
import type { Json, JsonObject } from '#schemas/common.js'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands under its own key; what an object inherits does not count. */
export function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

export function textsAt(value: Json | undefined, ...path: string[]): string[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}

export const isTrue = (value: Json | undefined, ...path: string[]): boolean =>
  valueAt(value, ...path) === true

/** What is no number is none: zero. */
export function numberOrZero(value: Json | undefined, ...path: string[]): number {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : 0
}

/** Level by level, so that no depth is too deep to be told. */
export function isNestedDeeper(data: Json, most: number): boolean {
  let level: Json[] = [data]
  for (let depth = 0; depth < most && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.some((one) => typeof one === 'object' && one !== null)
}
