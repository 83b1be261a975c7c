// Canonical JSON: one text for each value, used for hashing.
import { createHash } from 'node:crypto'
import type { Json } from '#schemas/common.js'
import { DEEPEST_LEVEL } from './nesting.js'
import type { JsonText } from './text.js'

/** Follows RFC 8785: keys sorted by code units, no whitespace, numbers as JavaScript prints them. Too deep is refused. */
export function canonicalJson(value: Json | undefined, depth = 0): string {
  if (depth > DEEPEST_LEVEL) throw new RangeError(`JSON is nested deeper than ${DEEPEST_LEVEL} levels`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value, depth)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${value} is not valid in JSON`)
  return JSON.stringify(value ?? null)
}

function canonicalObject(object: { [key: string]: Json | undefined }, depth: number): string {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined)
  const parts = keys.sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key], depth + 1)}`)
  return `{${parts.join()}}`
}

/** Canonical JSON for use in a reply. */
export function canonicalText<Body extends Json>(body: Body): JsonText<Body> {
  // Cast: the text was just written from the body.
  return canonicalJson(body) as JsonText<Body>
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
