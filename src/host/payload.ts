// Reads single facts out of the host's payloads: takes what is there, tolerates what is not.
import type { Json, JsonObject } from '../../schemas/common.js'

export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object?.[key]
  return isObject(value) ? value : undefined
}

export function objectsAt(object: JsonObject | undefined, key: string): JsonObject[] {
  const value = object?.[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textAt(object: JsonObject | undefined, key: string): string | null {
  const value = object?.[key]
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : null
}

export function idAt(object: JsonObject | undefined, key: string): number | null {
  const value = object?.[key]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

export function flagAt(object: JsonObject | undefined, key: string): boolean | null {
  const value = object?.[key]
  return typeof value === 'boolean' ? value : null
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
