// Safe access to JSON of unknown shape: missing values are undefined, and nothing throws.
import type { Json, JsonObject } from '#schemas/common.js'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Only own properties count. */
export function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

export function textsAt(value: Json | undefined, ...path: string[]): string[] {
  const list = valueAt(value, ...path)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

export const isTrue = (value: Json | undefined, ...path: string[]): boolean =>
  valueAt(value, ...path) === true

/** Zero for anything but a number. */
export function numberOrZero(value: Json | undefined, ...path: string[]): number {
  const number = valueAt(value, ...path)
  return typeof number === 'number' ? number : 0
}

/** Checks level by level instead of recursively, so that deep data cannot overflow the stack. */
export function isNestedDeeper(data: Json, most: number): boolean {
  let level: Json[] = [data]
  for (let depth = 0; depth < most && level.length > 0; depth += 1)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.some((item) => typeof item === 'object' && item !== null)
}
