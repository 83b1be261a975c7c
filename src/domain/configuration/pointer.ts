// Paths in a document, written as JSON pointers.
import type { Json, JsonObject } from '#schemas/common.js'

export type KeyPath = readonly string[]

export function pointerTo(keyPath: KeyPath): string {
  return keyPath.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The key path that a pointer names. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** An own property of an object, never an inherited one. */
export function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

export function valueAtPath(document: JsonObject, keyPath: KeyPath): Json | undefined {
  let at: Json | undefined = document
  for (const part of keyPath) {
    if (!isPlainObject(at)) return undefined
    at = ownValue(at, part)
  }
  return at
}

/** A copy of the document with another value at one path. */
export function setValueAtPath(document: JsonObject, [part, ...rest]: KeyPath, value: Json): JsonObject {
  if (part === undefined) return document
  const below = ownValue(document, part)
  const inner = rest.length === 0 ? value : setValueAtPath(isPlainObject(below) ? below : {}, rest, value)
  return { ...document, [part]: inner }
}
